/** The clocks of a game as the server reports them. */
import type { Clocks } from '../protocol/chess';
import type { Side } from './position';

/** One side's clock: what was left when the report came, and when that was. */
export interface ShownClock {
  left: number;
  running: boolean;
  since: number;
}

export function clockOf(
  clocks: Clocks | null | undefined,
  side: Side,
  isOver: boolean,
  since: number,
): ShownClock | undefined {
  if (!clocks) return undefined;
  const left = side === 'white' ? clocks.white_ms : clocks.black_ms;
  return { left, running: clocks.running === side && !isOver, since };
}
