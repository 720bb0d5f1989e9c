/** Who can sit at the board of Neighbours, in words and as options of a list. */
import type { Holder, Seat } from '../../lib/protocol/neighbours';
import { t } from '../../lib/text.svelte';

export function seatName(seat: Seat, holder: Holder): string {
  if (seat.kind === 'agent') return t('seat.agent', { level: seat.level });
  if (seat.kind === 'network') return t('seat.remote', { address: seat.address });
  if (holder.kind === 'agent') return holder.name;
  return t(`seat.${holder.kind}`);
}

export const seatValue = (seat: Seat): string => (seat.kind === 'agent' ? `agent ${seat.level}` : seat.kind);

/** The seat an option stands for; an agent on the network also needs its address. */
export function seatOf(value: string, address: string): Seat {
  if (value === 'person' || value === 'invited') return { kind: value };
  if (value === 'network') return { kind: 'network', address };
  return { kind: 'agent', level: Number(value.split(' ')[1]) };
}

/** Whether a seat waits for somebody. */
export const isFree = (seat: Seat, holder: Holder): boolean =>
  seat.kind === 'invited' && holder.kind === 'nobody';
