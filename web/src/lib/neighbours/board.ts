/** The board of Neighbours as text and back, and the one number the game is about. */
import type { Side } from '../chess/position';

export const START = 'bbbbbbbb/8/8/8/8/8/8/wwwwwwww w 0 1';

export type Stones = ReadonlyMap<string, Side>;

/** Reads the placement: `w` and `b` where a FEN has pieces. */
export function stonesOf(position: string): Map<string, Side> {
  const stones = new Map<string, Side>();
  (position.split(' ')[0] ?? '').split('/').forEach((rank, row) => {
    let file = 0;
    for (const letter of rank) {
      if (letter === 'w' || letter === 'b') {
        stones.set(squareAt(file, 7 - row), letter === 'w' ? 'white' : 'black');
        file += 1;
      } else file += Number(letter) || 0;
    }
  });
  return stones;
}

export const squareAt = (file: number, rank: number): string => `${'abcdefgh'[file]}${rank + 1}`;
export const fileOf = (square: string): number => square.charCodeAt(0) - 97;
export const rankOf = (square: string): number => Number(square[1]) - 1;

/** Pieces of either color around a square: how far a piece there moves. */
export function neighbours(stones: Stones, square: string): number {
  let count = 0;
  for (const file of [-1, 0, 1]) {
    for (const rank of [-1, 0, 1]) {
      const there = squareAt(fileOf(square) + file, rankOf(square) + rank);
      if ((file || rank) && stones.has(there)) count += 1;
    }
  }
  return count;
}

export interface Stone {
  readonly id: number;
  readonly square: string;
  readonly side: Side;
}

/**
 * Carries the identity of stones over from one position to the next, so that the page can slide them: who
 * stays keeps its number; who appears takes that of one of its color who vanished.
 */
export function follow(before: readonly Stone[], after: Stones, lastMove?: readonly string[]): Stone[] {
  const staying = before.filter(stone => after.get(stone.square) === stone.side);
  const kept = new Set(staying.map(stone => stone.square));
  const gone = before.filter(stone => !staying.includes(stone));
  let fresh = before.reduce((most, stone) => Math.max(most, stone.id), -1) + 1;
  const arriving = [...after].filter(([square]) => !kept.has(square));
  const moved = arriving.map(([square, side]): Stone => {
    const rivals = gone.filter(stone => stone.side === side);
    const mover = rivals.find(stone => lastMove?.includes(stone.square)) ?? rivals[0];
    if (mover) gone.splice(gone.indexOf(mover), 1);
    return { id: mover ? mover.id : fresh++, square, side };
  });
  // The order of the elements never changes: one that is moved in the document loses its animation.
  return [...staying, ...moved].sort((a, b) => a.id - b.id);
}
