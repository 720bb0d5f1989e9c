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

/** The starting position of Chess960 with a number from 0 to 959 (518 is the usual one). */
export function chess960Start(number: number): string {
  const row: string[] = Array.from({ length: 8 }, () => '');
  const free = (index: number): number => row.flatMap((piece, at) => (piece ? [] : [at]))[index] ?? 0;
  let rest = number;
  const take = (base: number): number => {
    const digit = rest % base;
    rest = Math.floor(rest / base);
    return digit;
  };
  row[take(4) * 2 + 1] = 'b';
  row[take(4) * 2] = 'b';
  row[free(take(6))] = 'q';
  const knights = [
    [0, 1],
    [0, 2],
    [0, 3],
    [0, 4],
    [1, 2],
    [1, 3],
    [1, 4],
    [2, 3],
    [2, 4],
    [3, 4],
  ][rest] ?? [0, 1];
  const places = knights.map(free);
  for (const place of places) row[place] = 'n';
  for (const piece of ['r', 'k', 'r']) row[free(0)] = piece;
  const pieces = row.join('');
  const rooks = row
    .flatMap((piece, at) => (piece === 'r' ? ['abcdefgh'[at] ?? ''] : []))
    .reverse()
    .join('');
  return `${pieces}/pppppppp/8/8/8/8/PPPPPPPP/${pieces.toUpperCase()} w ${rooks.toUpperCase()}${rooks} - 0 1`;
}
