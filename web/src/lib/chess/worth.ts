/** What pieces are worth where they stand, and how a move changed that. */
import type { Key } from '@lichess-org/chessground/types';
import type { PieceWorth, PositionView } from '../protocol/library';

/** What pieces are usually worth to the net, in centipawns; kings have no worth. */
const usual: Record<string, number> = { p: 80, n: 280, b: 310, r: 420, q: 900 };

const roles = { p: 'pawn', n: 'knight', b: 'bishop', r: 'rook', q: 'queen' } as const;

export type WorthyRole = (typeof roles)[keyof typeof roles];

export interface WorthChange {
  readonly square: string;
  readonly role: WorthyRole;
  /** In centipawns. */
  readonly change: number;
}

/** A change below this is not worth a sentence, in centipawns. */
const NOTABLE = 15;

/** The piece whose worth a move changed most, as long as it stands on the board. */
export function largestChange(
  before: PositionView,
  after: PositionView,
  uci: string,
): WorthChange | undefined {
  const [from, to] = [uci.slice(0, 2), uci.slice(2, 4)];
  const then = new Map(before.pieces.map(piece => [piece.square, piece]));
  const changes = after.pieces.flatMap(({ square, piece, worth }): WorthChange[] => {
    const old = then.get(square === to ? from : square);
    const role = roles[piece.toLowerCase() as keyof typeof roles];
    if (!role || worth === null || old?.piece !== piece || old.worth === null) return [];
    return [{ square, role, change: worth - old.worth }];
  });
  const size = ({ change }: WorthChange) => Math.abs(change);
  const largest = changes.reduce<WorthChange | undefined>(
    (most, next) => (most && size(most) >= size(next) ? most : next),
    undefined,
  );
  return largest && size(largest) >= NOTABLE ? largest : undefined;
}

/** The heat of each piece's square: cold where it is worth less than usual, hot where it is worth more. */
export const heatOf = (view: PositionView): Map<Key, string> =>
  new Map(view.pieces.flatMap(piece => (piece.worth === null ? [] : [[piece.square as Key, heat(piece)]])));

function heat({ piece, worth }: PieceWorth): string {
  const share = (worth ?? 0) / (usual[piece.toLowerCase()] ?? 1);
  if (share < 0.4) return 'heat-coldest';
  if (share < 0.8) return 'heat-cold';
  if (share <= 1.25) return 'heat-usual';
  return share <= 1.8 ? 'heat-hot' : 'heat-hottest';
}
