/** Chess in words, for screen readers: squares and moves as one would say them. */
import type { Role } from 'chessops/types';
import { t } from '../text.svelte';
import type { Side } from './position';

export interface Occupant {
  side: Side;
  role: Role;
}

const pieces = {
  K: 'king',
  Q: 'queen',
  R: 'rook',
  B: 'bishop',
  N: 'knight',
  P: 'pawn',
} as const;

type Letter = keyof typeof pieces;

/** “Nxf3+” becomes “knight takes f3, check”. */
export function spokenMove(san: string): string {
  const ending = san.endsWith('#') ? t('speech.checkmate') : san.endsWith('+') ? t('speech.check') : '';
  const bare = san.replace(/[+#]$/, '');
  if (bare === 'O-O') return t('speech.castlesShort') + ending;
  if (bare === 'O-O-O') return t('speech.castlesLong') + ending;
  const parts = /^([KQRBN])?([a-h]?[1-8]?)(x)?([a-h][1-8])(?:=([QRBN]))?$/.exec(bare);
  if (!parts) return san;
  const [, piece, from, takes, to, promotion] = parts;
  const words = [
    piece ? t(`piece.${pieces[piece as Letter]}`) : takes ? undefined : t('piece.pawn'),
    from || undefined,
    takes ? t('speech.takes') : undefined,
    to,
    promotion ? t(`speech.promotes.${pieces[promotion as 'Q' | 'R' | 'B' | 'N']}`) : undefined,
  ];
  return words.filter(Boolean).join(' ') + ending;
}

/** What stands on each square, from the first field of a FEN. */
export function occupants(fen: string): Map<string, Occupant> {
  const found = new Map<string, Occupant>();
  const ranks = (fen.split(' ')[0] ?? '').split('/');
  ranks.forEach((rank, row) => {
    let file = 0;
    for (const letter of rank) {
      const skip = Number(letter);
      if (skip) file += skip;
      else {
        const role = pieces[letter.toUpperCase() as Letter];
        const side: Side = letter === letter.toUpperCase() ? 'white' : 'black';
        if (role) found.set(`${'abcdefgh'[file]}${8 - row}`, { side, role });
        file += 1;
      }
    }
  });
  return found;
}

/** “e4, white pawn” or “e5, empty”. */
export function spokenSquare(square: string, occupant: Occupant | undefined): string {
  return `${square}, ${occupant ? t(`piece.${occupant.side}.${occupant.role}`) : t('board.empty')}`;
}
