/** What is drawn over a board of a match: the move that each engine expects next. */
import type { DrawShape } from '@lichess-org/chessground/draw';
import type { Key } from '@lichess-org/chessground/types';
import { sides } from '../../lib/chess/position';
import type { LiveBoard } from '../../lib/protocol/watch';

/** The color of each side's arrow. */
export const brushes = { white: 'paleBlue', black: 'paleRed' } as const;

export function expectedMoves(board: LiveBoard): DrawShape[] {
  if (board.result) return [];
  return sides.flatMap(side => {
    const uci = (side === 'white' ? board.white_view : board.black_view)?.line[0]?.uci;
    if (!uci) return [];
    return [{ orig: uci.slice(0, 2) as Key, dest: uci.slice(2, 4) as Key, brush: brushes[side] }];
  });
}
