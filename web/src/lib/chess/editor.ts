/** Setting up a position by hand: the parts of a FEN that are not the pieces. */
import type { Side } from './position';

export interface Setup {
  placement: string;
  turn: Side;
  castling: string;
  enPassant: string;
}

export const EMPTY = '8/8/8/8/8/8/8/8';

export function setupOf(fen: string): Setup {
  const [placement = EMPTY, turn = 'w', castling = '-', enPassant = '-'] = fen.trim().split(/\s+/);
  return {
    placement,
    turn: turn === 'b' ? 'black' : 'white',
    castling: castling === '-' ? '' : castling,
    enPassant,
  };
}

export function fenOfSetup({ placement, turn, castling, enPassant }: Setup): string {
  return `${placement} ${turn === 'black' ? 'b' : 'w'} ${castling || '-'} ${enPassant || '-'} 0 1`;
}

/** Squares a double step may have passed over: an enemy pawn in front of it, nothing on it or behind it. */
export function enPassantSquares(placement: string, turn: Side): string[] {
  const rows = placement.split('/').map(row => row.replace(/\d/g, digit => '.'.repeat(Number(digit))));
  const [pawnRow, passed, start, pawn, rank] = turn === 'white' ? [3, 2, 1, 'p', 6] : [4, 5, 6, 'P', 3];
  return [...'abcdefgh']
    .filter(
      (_, file) =>
        rows[pawnRow]?.[file] === pawn && rows[passed]?.[file] === '.' && rows[start]?.[file] === '.',
    )
    .map(file => `${file}${rank}`);
}

/** Castling rights that the pieces allow: king and rook at home, as in chess from the usual start. */
export function possibleCastling(placement: string, wanted: string): string {
  const rows = placement.split('/').map(row => row.replace(/\d/g, digit => '.'.repeat(Number(digit))));
  const homes: [string, number, number, string, string][] = [
    ['K', 7, 7, 'K', 'R'],
    ['Q', 7, 0, 'K', 'R'],
    ['k', 0, 7, 'k', 'r'],
    ['q', 0, 0, 'k', 'r'],
  ];
  return homes
    .filter(
      ([right, row, file, king, rook]) =>
        wanted.includes(right) && rows[row]?.[4] === king && rows[row]?.[file] === rook,
    )
    .map(([right]) => right)
    .join('');
}
