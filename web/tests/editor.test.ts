import { describe, expect, it } from 'vitest';
import { enPassantSquares, fenOfSetup, possibleCastling, setupOf } from '../src/lib/chess/editor';
import { INITIAL_FEN, needsChess960 } from '../src/lib/chess/position';

describe('the board editor', () => {
  it('takes a FEN apart and puts it together', () => {
    expect(fenOfSetup(setupOf(INITIAL_FEN))).toBe(INITIAL_FEN);
  });

  it('grants castling only with king and rook at home', () => {
    expect(possibleCastling('r3k2r/8/8/8/8/8/8/R3K3', 'KQkq')).toBe('Qkq');
    expect(possibleCastling('r3k2r/8/8/8/8/8/8/R3K3', '')).toBe('');
  });

  it('offers en passant only behind a pawn that may have stepped twice', () => {
    expect(enPassantSquares('8/8/8/3pP3/8/8/8/8', 'white')).toEqual(['d6']);
    expect(enPassantSquares('8/3p4/8/3pP3/8/8/8/8', 'white')).toEqual([]);
    expect(enPassantSquares('8/8/8/8/3Pp3/8/8/8', 'black')).toEqual(['d3']);
  });
});

describe('Chess960', () => {
  it('tells positions whose castling needs its spelling from others', () => {
    expect(needsChess960(INITIAL_FEN)).toBe(false);
    expect(needsChess960('rnbqkbnr/8/8/8/8/8/8/RNBQKBNR w HAha - 0 1')).toBe(false);
    expect(needsChess960('bbqnnrkr/8/8/8/8/8/8/BBQNNRKR w HFhf - 0 1')).toBe(true);
    expect(needsChess960('4k3/8/8/8/8/8/8/4K3 w - - 0 1')).toBe(false);
  });
});
