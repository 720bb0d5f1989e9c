/** Who can sit at the board of Neighbours, in words and as options of a list. */
import type { Seat } from '../../lib/protocol/neighbours';
import { t } from '../../lib/text.svelte';

export function seatName(seat: Seat): string {
  if (seat.kind === 'person') return t('seat.you');
  return seat.kind === 'agent'
    ? t('seat.agent', { level: seat.level })
    : t('seat.remote', { address: seat.address });
}

export const seatValue = (seat: Seat): string => (seat.kind === 'agent' ? `agent ${seat.level}` : seat.kind);

/** The seat an option stands for; an agent on the network also needs its address. */
export function seatOf(value: string, address: string): Seat {
  if (value === 'person') return { kind: 'person' };
  if (value === 'network') return { kind: 'network', address };
  return { kind: 'agent', level: Number(value.split(' ')[1]) };
}
