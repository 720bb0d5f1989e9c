import { describe, expect, it } from 'vitest';
import {
  percentages,
  scoreFrom,
  showClock,
  showCount,
  showBriefly,
  showScore,
  spokenScore,
  whiteShare,
} from '../src/lib/chess/score';
import { occupants, spokenMove, spokenSquare } from '../src/lib/chess/speech';
import { afterwards } from './helpers';
import { numbered, sanLine, INITIAL_FEN } from '../src/lib/chess/position';
import { showDate } from '../src/lib/dates';

describe('numbers', () => {
  it('add up to a hundred per cent', () => {
    for (const chances of [
      [355, 417, 228],
      [333, 333, 334],
      [1000, 0, 0],
      [5, 990, 5],
      [0, 0, 0],
    ])
      expect(percentages(chances).reduce((sum, part) => sum + part)).toBe(chances[0] || chances[1] ? 100 : 0);
    expect(percentages([355, 417, 228])).toEqual([35, 42, 23]);
  });

  it('show evaluations with a sign', () => {
    expect(showBriefly({ kind: 'cp', value: -27 })).toBe('0.3');
    expect(showBriefly({ kind: 'cp', value: 1234 })).toBe('12');
    expect(showBriefly({ kind: 'mate', value: -3 })).toBe('#3');
    expect(showScore({ kind: 'cp', value: 34 })).toBe('+0.34');
    expect(showScore({ kind: 'cp', value: -120 })).toBe('−1.20');
    expect(showScore({ kind: 'cp', value: 0 })).toBe('0.00');
    expect(showScore({ kind: 'mate', value: -3 })).toBe('−#3');
    expect(spokenScore({ kind: 'mate', value: 2 })).toBe('White mates in 2');
  });

  it('tell who has mated from who is to move', () => {
    expect(scoreFrom({ kind: 'mate', value: 0 }, 'white')).toEqual({ kind: 'over', value: -1 });
    expect(showScore(scoreFrom({ kind: 'mate', value: 0 }, 'black'))).toBe('1–0');
    expect(whiteShare({ kind: 'over', value: -1 })).toBe(0);
  });

  it('fill the bar evenly around the middle', () => {
    expect(whiteShare({ kind: 'cp', value: 0 })).toBe(0.5);
    const share = whiteShare({ kind: 'cp', value: 150 });
    expect(share + whiteShare({ kind: 'cp', value: -150 })).toBeCloseTo(1);
    expect(whiteShare({ kind: 'mate', value: -1 })).toBe(0);
  });

  it('show clocks and counts as wide as they need to be', () => {
    expect(showClock(3_661_000)).toBe('1:01:01');
    expect(showClock(187_000)).toBe('3:07');
    expect(showClock(9_870)).toBe('0:09.8');
    expect(showClock(-5)).toBe('0:00.0');
    expect([999, 845_210, 12_345_678, 2e9].map(showCount)).toEqual(['999', '845k', '12.3M', '2.0G']);
  });

  it('name days that are near', () => {
    const now = new Date(2026, 2, 3, 12).getTime();
    expect(showDate(now - 60_000, now)).toMatch(/^today/);
    expect(showDate(now - 86_400_000, now)).toMatch(/^yesterday/);
  });
});

describe('speech', () => {
  it('says moves as people do', () => {
    expect(spokenMove('Nxf3+')).toBe('knight takes f3, check');
    expect(spokenMove('e4')).toBe('pawn e4');
    expect(spokenMove('exd8=Q#')).toBe('e takes d8 promotes to queen, checkmate');
    expect(spokenMove('O-O-O')).toBe('castles long');
    expect(spokenMove('R1a3')).toBe('rook 1 a3');
  });

  it('says what stands where', () => {
    const pieces = occupants(afterwards('e2e4'));
    expect(spokenSquare('e4', pieces.get('e4'))).toBe('e4, white pawn');
    expect(spokenSquare('e2', pieces.get('e2'))).toBe('e2, empty');
    expect(spokenSquare('d8', pieces.get('d8'))).toBe('d8, black queen');
  });
});

describe('lines', () => {
  it('are numbered from where they start', () => {
    const line = sanLine(INITIAL_FEN, ['e2e4', 'e7e5', 'g1f3']);
    expect(numbered(INITIAL_FEN, line)).toBe('1. e4 e5 2. Nf3');
    expect(numbered(afterwards('e2e4'), line.slice(1))).toBe('1… e5 2. Nf3');
  });
});
