import { describe, expect, it } from 'vitest';
import {
  readable,
  readGames,
  readOwn,
  scoresOf,
  setComment,
  setScore,
  writeGame,
} from '../src/lib/chess/pgn';
import { BadInput } from '../src/lib/chess/position';
import { GameTree } from '../src/lib/chess/tree';
import { toggleNag } from '../src/lib/chess/nags';

const annotated = `[Event "Test"]
[White "Alekhine \\"the\\" Lion"]
[Black "?"]
[Result "1-0"]

{ A comment before the game } 1. e4 $1 { best } 1... e5 ( 1... c5 { Sicilian } 2. Nf3 $14 ( 2. c3 d5 ( 2... Nf6 3. e5 ) ) 2... d6 ) 2. Nf3 { [%clk 0:09:58] [%eval 0.31,20] } Nc6 $6 $14 3. Bb5 { [%cal Gb5c6,Rf3e5] } 1-0
`;

describe('PGN', () => {
  it('is written as it was read', () => {
    expect(writeGame(readOwn(annotated))).toBe(annotated);
  });

  it('comes back the same however often it is written', () => {
    const once = writeGame(readOwn(annotated));
    expect(writeGame(readOwn(once))).toBe(once);
  });

  it('keeps a start from a position', () => {
    const tree = new GameTree('4k3/8/8/8/8/8/4P3/4K3 w - - 0 1');
    tree.play(tree.root, 'e2e4');
    const text = writeGame(tree);
    expect(text).toContain('[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]');
    expect(text).toContain('[SetUp "1"]');
    const again = readOwn(text);
    expect(again.root.fen).toBe(tree.root.fen);
    expect(writeGame(again)).toBe(text);
  });

  it('reads several games', () => {
    const games = readGames('[White "A"]\n\n1. e4 *\n\n[White "B"]\n\n1. d4 *\n');
    expect(games.map(({ tree }) => tree.headers.get('White'))).toEqual(['A', 'B']);
  });

  it('says which move is illegal and where', () => {
    const { tree, problems } = readGames('1. e4 e5 (1... c5 2. Nf3) 2. Ke4 Nf6 *')[0]!;
    expect(problems).toEqual(['“Ke4” is not a legal move after 1… e5.']);
    expect(writeGame(tree)).toContain('1. e4 e5 ( 1... c5 2. Nf3 ) *');
    expect(() => readGames('   ')).toThrow(BadInput);
  });

  it('keeps the good games of a file with a bad one', () => {
    const games = readGames('[White "A"]\n\n1. e4 -- *\n\n[White "B"]\n\n1. d4 d5 *\n');
    expect(games.map(game => game.problems.length)).toEqual([1, 0]);
    expect(games[0]!.problems[0]).toContain('“--” is not a legal move after 1. e4');
    expect(games.map(game => game.tree.mainLine().length)).toEqual([1, 2]);
  });

  it('reads piece letters of other languages', () => {
    for (const text of [
      '1. e4 e5 2. Sf3 Sc6 3. Lb5 a6 4. O-O Dh4',
      '1. e4 e5 2. Cf3 Cc6 3. Fb5 a6 4. O-O Dh4',
      '1. e4 e5 2. Cf3 Cc6 3. Ab5 a6 4. O-O Dh4',
      '1. e4 e5 2. Pf3 Pc6 3. Lb5 a6 4. 0-0 Dh4',
      '1. e4 e5 2. ♘f3 ♞c6 3. ♗b5 a6 4. O-O ♛h4',
    ]) {
      const { tree, problems } = readGames(text)[0]!;
      expect(problems, text).toEqual([]);
      const moves = tree.mainLine().map(node => node.san);
      expect(moves).toEqual(['e4', 'e5', 'Nf3', 'Nc6', 'Bb5', 'a6', 'O-O', 'Qh4']);
    }
    const promotion = readGames('[FEN "8/P6k/8/8/8/8/8/K7 w - - 0 1"]\n\n1. a8=D *')[0]!;
    expect(promotion.tree.mainLine()[0]!.san).toBe('a8=Q');
  });

  it('names what is not PGN', () => {
    expect(readGames('1. e4 { open e5')[0]!.problems[0]).toMatch(/not closed/);
    expect(readGames('[Variant "Crazyhouse"]\n\n1. e4 *')[0]!.problems).toEqual(['Crazyhouse is not chess.']);
    const [passed] = readGames('1. e4 -- 2. d4 *');
    expect(passed!.tree.mainLine().map(({ san }) => san)).toEqual(['e4']);
    expect(passed!.problems[0]).toContain('“--”');
    expect(readGames('1. e4 nonsense *')[0]!.problems[0]).toContain('nonsense');
  });

  it('reads a game of a thousand moves', () => {
    const cycle = ['Nf3 Nf6', 'Ng1 Ng8'];
    const moves = Array.from({ length: 1000 }, (_, index) => `${index + 1}. ${cycle[index % 2]}`).join(' ');
    expect(readOwn(`${moves} *`).mainLine()).toHaveLength(2000);
  });
});

describe('comments', () => {
  it('are shown without commands for programs, which survive an edit', () => {
    const tree = readOwn('1. e4 { good [%clk 0:10:00] } *');
    const node = tree.root.children[0]!;
    expect(node.comments.map(readable)).toEqual(['good']);
    setComment(node, 'very good');
    expect(node.comments).toEqual(['very good [%clk 0:10:00]']);
    setComment(node, '');
    expect(node.comments).toEqual(['[%clk 0:10:00]']);
  });
});

describe('scores', () => {
  it('are read from a game and written into it, once', () => {
    const tree = readOwn('1. e4 { good [%eval 0.31,20] } e5 { [%eval #-3] } 2. Nf3 *');
    const [first, second] = tree.mainLine();
    expect(scoresOf(tree)).toEqual(
      new Map([
        [first!.id, { kind: 'cp', value: 31 }],
        [second!.id, { kind: 'mate', value: -3 }],
      ]),
    );
    setScore(first!, { kind: 'cp', value: -5 });
    expect(first!.comments).toEqual(['good [%eval -0.05]']);
  });
});

describe('glyphs', () => {
  it('replace others of their kind', () => {
    expect(toggleNag([1], 4)).toEqual([4]);
    expect(toggleNag([4], 14)).toEqual([4, 14]);
    expect(toggleNag([4, 14], 4)).toEqual([14]);
  });
});
