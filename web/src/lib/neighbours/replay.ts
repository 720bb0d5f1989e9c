/** Positions from moves, for looking back. The server has checked the moves; here they are only carried out. */
import { squareAt, stonesOf, START } from './board';
import type { Side } from '../chess/position';

export function replay(start: string, moves: readonly string[]): string[] {
  const first = start || START;
  const stones = stonesOf(first);
  const positions = [first];
  let turn: Side = first.split(' ')[1] === 'b' ? 'black' : 'white';
  for (const move of moves) {
    const [from, to] = [move.slice(0, 2), move.slice(2, 4)];
    const mover = stones.get(from);
    if (mover) {
      stones.delete(from);
      stones.set(to, mover);
    }
    turn = turn === 'white' ? 'black' : 'white';
    positions.push(`${placement(stones)} ${turn === 'white' ? 'w' : 'b'}`);
  }
  return positions;
}

function placement(stones: ReadonlyMap<string, Side>): string {
  const rows = [7, 6, 5, 4, 3, 2, 1, 0].map(rank =>
    [0, 1, 2, 3, 4, 5, 6, 7]
      .map(file => stones.get(squareAt(file, rank))?.[0] ?? '1')
      .join('')
      .replace(/1+/g, empty => String(empty.length)),
  );
  return rows.join('/');
}
