/**
 * Positions as the pages need them: from a FEN, with legal moves in the form the board wants.
 *
 * The rules are those of chessops. Nothing here remembers anything: a position is made from its FEN where
 * it is needed, which takes microseconds and leaves no state to fall out of step.
 */
import { castlingSide, Chess, normalizeMove } from 'chessops/chess';
import { chessgroundDests } from 'chessops/compat';
import { makeFen, parseFen } from 'chessops/fen';
import { makeSan } from 'chessops/san';
import type { Move, NormalMove, Role } from 'chessops/types';
import { makeSquare, makeUci, parseSquare, parseUci } from 'chessops/util';
import type { Key } from '@lichess-org/chessground/types';
import type { TextKey } from '../../texts/en';
import { t } from '../text.svelte';

export { INITIAL_FEN } from './initial';
export type Side = 'white' | 'black';

/** A text that was meant as a FEN, a move or a game and is none; the message is for the person who typed it. */
export class BadInput extends Error {}

export const sides = ['white', 'black'] as const;

export const other = (side: Side): Side => (side === 'white' ? 'black' : 'white');

/** The legal position a FEN describes. */
export function positionOf(fen: string): Chess {
  const setup = parseFen(fen.trim()).unwrap(
    setup => setup,
    () => {
      throw new BadInput(t('fen.none', { fen: fen.trim() }));
    },
  );
  return Chess.fromSetup(setup).unwrap(
    position => position,
    error => {
      const key = reasons[error.message];
      throw new BadInput(t('fen.impossible', { reason: key ? t(key) : error.message }));
    },
  );
}

const reasons: Record<string, TextKey> = {
  ERR_EMPTY: 'fen.empty',
  ERR_OPPOSITE_CHECK: 'fen.oppositeCheck',
  ERR_IMPOSSIBLE_CHECK: 'fen.impossibleCheck',
  ERR_PAWNS_ON_BACKRANK: 'fen.pawns',
  ERR_KINGS: 'fen.kings',
};

/** What is wrong with a FEN, or nothing. */
export function problemOf(fen: string): string | undefined {
  try {
    positionOf(fen);
    return undefined;
  } catch (error) {
    return error instanceof BadInput ? error.message : String(error);
  }
}

export const fenOf = (position: Chess): string => makeFen(position.toSetup());

export const sideToMove = (fen: string): Side => (fen.split(' ')[1] === 'b' ? 'black' : 'white');

/** Half-moves since the start of the game, as the FEN counts them. */
export function plyOf(fen: string): number {
  const fields = fen.split(' ');
  const moves = Math.max(1, Number(fields[5] ?? 1) || 1);
  return (moves - 1) * 2 + (fields[1] === 'b' ? 1 : 0);
}

export const destsOf = (position: Chess, chess960 = false): Map<Key, Key[]> =>
  chessgroundDests(position, { chess960 }) as Map<Key, Key[]>;

/** A legal move in one spelling, or nothing: castling is “king takes own rook” inside, whatever was written. */
export function legalMove(position: Chess, uci: string): NormalMove | undefined {
  const parsed = parseUci(uci);
  if (!parsed || !('from' in parsed)) return undefined;
  const move = normalizeMove(position, parsed) as NormalMove;
  return position.isLegal(move) ? move : undefined;
}

/**
 * A move as it is sent and kept. chessops castles by “king takes rook”; where kings and rooks start at the
 * usual places, everybody else writes where the king goes.
 */
export function spelledUci(position: Chess, move: NormalMove, chess960: boolean): string {
  const side = castlingSide(position, move);
  if (!side || chess960) return makeUci(move);
  const rank = move.from < 8 ? '1' : '8';
  return `e${rank}${side === 'h' ? 'g' : 'c'}${rank}`;
}

/** Whether castling rights belong to a king or rooks that do not stand where they do in usual chess. */
export function needsChess960(fen: string): boolean {
  const { board, castles } = positionOf(fen);
  return (['white', 'black'] as const).some(side => {
    const home = side === 'white' ? 0 : 56;
    const rooks = [...castles.castlingRights].filter(square => square >= home && square < home + 8);
    return (
      rooks.length > 0 &&
      (board.kingOf(side) !== home + 4 || rooks.some(square => square !== home && square !== home + 7))
    );
  });
}

/** Whether a move from one square to another needs a piece to promote to. */
export function isPromotion(position: Chess, from: Key, to: Key): boolean {
  const [start, end] = [parseSquare(from), parseSquare(to)];
  return (
    start !== undefined &&
    end !== undefined &&
    position.board.getRole(start) === 'pawn' &&
    (end < 8 || end >= 56) &&
    position.dests(start).has(end)
  );
}

/** The squares to mark for a move: for castling those the king leaves and reaches, as people see it. */
export function markedSquares(uci: string | undefined): Key[] | undefined {
  return uci ? [uci.slice(0, 2) as Key, uci.slice(2, 4) as Key] : undefined;
}

/** A line of moves as SAN, as far as it is legal. */
export function sanLine(fen: string, moves: readonly string[]): string[] {
  const position = positionOf(fen);
  const line: string[] = [];
  for (const uci of moves) {
    const move = legalMove(position, uci);
    if (!move) break;
    line.push(makeSan(position, move));
    position.play(move);
  }
  return line;
}

/** Numbers a line for reading: “12. Nf3 d5 13. e5”. */
export const numbered = (fen: string, sans: readonly string[]): string => numberedFrom(plyOf(fen), sans);

/** Numbers a line that begins after so many half-moves. */
export function numberedFrom(first: number, sans: readonly string[]): string {
  return sans
    .map((san, index) => {
      const ply = first + index;
      const number = Math.floor(ply / 2) + 1;
      return ply % 2 === 0 ? `${number}. ${san}` : index === 0 ? `${number}… ${san}` : san;
    })
    .join(' ');
}

/** The position in which the other side would move: what is threatened. Nothing while in check. */
export function afterPass(fen: string): string | undefined {
  const position = positionOf(fen);
  if (position.isCheck()) return undefined;
  const setup = position.toSetup();
  setup.turn = other(setup.turn);
  setup.epSquare = undefined;
  const passed = makeFen(setup);
  return problemOf(passed) ? undefined : passed;
}

export const uciOf = (move: Move): string => makeUci(move);
export const squareName = makeSquare;
export type { Role };
