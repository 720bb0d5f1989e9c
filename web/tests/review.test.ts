import { describe, expect, it } from 'vitest';
import { bandsOf, shareOf } from '../src/lib/chess/bands';
import { interval } from '../src/lib/chess/interval';
import { readOwn, scoresOf, writeGame } from '../src/lib/chess/pgn';
import { moverOf, scoresOfReview, writeReview } from '../src/lib/chess/reviewed';
import { heatOf, largestChange } from '../src/lib/chess/worth';
import type { PositionView } from '../src/lib/protocol/library';
import type { GameReview, MoveClass } from '../src/lib/protocol/review';

const position = (value: number, kind: 'cp' | 'mate' = 'cp') => ({
  score: { kind, value },
  chances: { win: 300, draw: 500, loss: 200 },
});
const move = (name: MoveClass, ...best: string[]) => ({
  class: name,
  lost_chances: 0,
  lost_centipawns: 0,
  best: best.map(uci => ({ uci, san: uci })),
});
const nobody = { whole: null, opening: null, middlegame: null, endgame: null };

/** 1. f3 e5 2. g4 Qh4#, where 2. g4 is a blunder. */
const foolsMate: GameReview = {
  nodes: 1,
  positions: [position(20), position(-60), position(-50), position(-1, 'mate'), position(0, 'mate')],
  moves: [move('inaccuracy', 'e2e4', 'e7e5'), move('best'), move('blunder', 'b1c3'), move('best')],
  white: nobody,
  black: nobody,
  tags: [['WhiteAccuracy', '12.3']],
};

describe('a review', () => {
  it('is written into the game as the command line writes it, and again without a trace', () => {
    const tree = readOwn('1. f3 { quiet } e5 2. g4 $1 $14 Qh4# *');
    writeReview(tree, foolsMate);
    const text = writeGame(tree);
    expect(text).toContain('[WhiteAccuracy "12.3"]');
    expect(text).toContain('[White "?"]');
    expect(text).toContain('1. f3 $6 { quiet [%eval -0.60] } ( 1. e4 e5 )');
    expect(text).toContain('2. g4 $4 $14 { [%eval #-1] } ( 2. Nc3 )');
    expect(text).toMatch(/Qh4# \*/);
    writeReview(tree, foolsMate);
    expect(writeGame(tree)).toBe(text);
    expect(scoresOf(readOwn(text)).size).toBe(3);
  });

  it('gives every position of the game its score', () => {
    const tree = readOwn('1. f3 e5 2. g4 Qh4# *');
    const scores = scoresOfReview(tree, foolsMate);
    expect(scores.get(tree.root.id)).toEqual({ kind: 'cp', value: 20 });
    expect(scores.get(tree.mainLine().at(-1)!.id)).toEqual({ kind: 'over', value: -1 });
    expect(tree.mainLine().map(moverOf)).toEqual(['white', 'black', 'white', 'black']);
  });

  it('is drawn as bands that fill the box', () => {
    const bands = bandsOf(
      [
        { win: 250, draw: 500, loss: 250 },
        { win: 1000, draw: 0, loss: 0 },
      ],
      100,
      40,
    );
    expect(bands.white).toBe('M0,30 L100,0 L100,40 L0,40 Z');
    expect(bands.draw).toBe('M0,10 L100,0 L100,0 L0,30 Z');
    expect(bandsOf([], 100, 40)).toEqual({ white: '', draw: '' });
    expect(shareOf({ win: 250, draw: 500, loss: 250 })).toBe(0.5);
  });
});

describe('the interval of a score', () => {
  it('narrows with the games and never leaves what is possible', () => {
    expect(interval(0, 0)).toEqual([0, 1]);
    const [low, high] = interval(50, 100);
    expect(low).toBeCloseTo(0.404, 3);
    expect(high).toBeCloseTo(0.596, 3);
    for (const games of [1, 2, 10, 1000])
      for (const points of [0, games / 2, games]) {
        const [low, high] = interval(points, games);
        expect(low).toBeGreaterThanOrEqual(0);
        expect(high).toBeLessThanOrEqual(1);
        expect(high - low).toBeGreaterThan(0);
        expect(points / games).toBeGreaterThanOrEqual(low - 1e-9);
        expect(points / games).toBeLessThanOrEqual(high + 1e-9);
      }
  });
});

describe('the worth of pieces', () => {
  const view = (...pieces: [string, string, number | null][]): PositionView => ({
    evaluation: 0,
    terms: [],
    pieces: pieces.map(([square, piece, worth]) => ({ square, piece, worth })),
  });

  it('is compared over a move, for the piece that moved as well', () => {
    const before = view(['b7', 'b', 300], ['d2', 'P', 90], ['e1', 'K', null], ['a8', 'r', 400]);
    const after = view(['b7', 'b', 160], ['d4', 'P', 120], ['e1', 'K', null], ['a8', 'r', 410]);
    expect(largestChange(before, after, 'd2d4')).toEqual({ square: 'b7', role: 'bishop', change: -140 });
    const moved = view(['b7', 'b', 300], ['d4', 'P', 190], ['e1', 'K', null]);
    expect(largestChange(before, moved, 'd2d4')).toEqual({ square: 'd4', role: 'pawn', change: 100 });
  });

  it('is not compared with another piece, and small changes are not told', () => {
    const before = view(['e7', 'P', 300], ['d5', 'n', 300], ['a1', 'R', 400]);
    const promoted = view(['e8', 'Q', 900], ['a1', 'R', 405]);
    expect(largestChange(before, promoted, 'e7e8q')).toBeUndefined();
    const taken = view(['d5', 'R', 410], ['e7', 'P', 305]);
    expect(largestChange(before, taken, 'a1d5')).toBeUndefined();
  });

  it('is hot above the usual and cold below', () => {
    const heat = heatOf(view(['a1', 'R', 100], ['b1', 'n', 280], ['d1', 'Q', 2000], ['e1', 'K', null]));
    expect(Object.fromEntries(heat)).toEqual({ a1: 'heat-coldest', b1: 'heat-usual', d1: 'heat-hottest' });
  });
});
