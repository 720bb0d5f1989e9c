import { describe, expect, it } from 'vitest';
import { follow, neighbours, START, stonesOf } from '../src/lib/neighbours/board';
import { readRecord } from '../src/lib/neighbours/record';
import { replay } from '../src/lib/neighbours/replay';
import { outcomeFor, showVerdict, showWorth, spokenWorth } from '../src/lib/neighbours/worth';

describe('the board of Neighbours', () => {
  it('counts neighbours of either color', () => {
    const stones = stonesOf(START);
    expect(neighbours(stones, 'a1')).toBe(1);
    expect(neighbours(stones, 'd8')).toBe(2);
    expect(neighbours(stonesOf('8/8/8/3b4/3w4/8/8/8 w 0 1'), 'd4')).toBe(1);
    expect(neighbours(stonesOf('8/8/8/8/8/8/8/w6w w 0 1'), 'a1')).toBe(0);
  });

  it('replays a game, captures included', () => {
    expect(replay(START, ['a1a2', 'g8e6']).at(-1)).toBe('bbbbbb1b/8/4b3/8/8/8/w7/1wwwwwww w');
    expect(replay('8/8/8/8/8/1b6/w7/8 w 0 1', ['a2b3']).at(-1)).toBe('8/8/8/8/8/1w6/8/8 b');
  });

  it('lets a stone keep its identity while it moves', () => {
    const before = follow([], stonesOf(START));
    const mover = before.find(stone => stone.square === 'a1')!;
    const after = follow(before, stonesOf(replay(START, ['a1a2']).at(-1)!), ['a1', 'a2']);
    expect(after.find(stone => stone.square === 'a2')?.id).toBe(mover.id);
    expect(after).toHaveLength(16);
    expect(new Set(after.map(stone => stone.id)).size).toBe(16);
  });

  it('drops a captured stone', () => {
    const before = follow([], stonesOf('8/8/8/8/8/1b6/w7/8 w 0 1'));
    const after = follow(before, stonesOf('8/8/8/8/8/1w6/8/8 b'), ['a2', 'b3']);
    expect(after).toEqual([
      { id: before.find(stone => stone.side === 'white')!.id, square: 'b3', side: 'white' },
    ]);
  });
});

describe('a save file', () => {
  it('gives its start and its moves', () => {
    const text =
      '[Game "Neighbours"]\n[White "a1a2"]\n[Result "*"]\n\n1. a1a2 {a3a4} g8e6 2. h1h2 *\n\n[Result "*"]\n\n1. b1b2 *\n';
    expect(readRecord(text)).toEqual({ start: '', moves: ['a1a2', 'g8e6', 'h1h2'] });
    const other = '[Position "8/8/8/8/8/8/w7/wb6 w 0 1"]\n\n*\n';
    expect(readRecord(other)).toEqual({ start: '8/8/8/8/8/8/w7/wb6 w 0 1', moves: [] });
  });
});

describe('the worth of a position', () => {
  it('is shown in won games', () => {
    expect(showWorth({ kind: 'cp', value: 340 })).toBe('+0.34');
    expect(showWorth({ kind: 'cp', value: -1200 })).toBe('−1.20');
    expect(showWorth({ kind: 'mate', value: -3 })).toBe('−#3');
    expect(spokenWorth({ kind: 'cp', value: -340 })).toBe('Black is ahead by 0.34 of a won game');
  });

  it('is known where the tables know it', () => {
    expect(showVerdict({ winner: 'white', plies: 11 })).toBe('White wins in 11 plies');
    expect(showVerdict({ winner: 'black', plies: 1 })).toBe('Black wins in 1 ply');
    expect(showVerdict({ winner: null, plies: 0 })).toBe('Draw');
    expect(outcomeFor({ winner: 'white', plies: 2 }, 'black')).toBe('loss');
  });
});
