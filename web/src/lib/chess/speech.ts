/** Chess in words, for screen readers: squares and moves as one would say them. */
import type { Side } from './position';

const pieces: Record<string, string> = {
  K: 'king',
  Q: 'queen',
  R: 'rook',
  B: 'bishop',
  N: 'knight',
  P: 'pawn',
};

/** “Nxf3+” becomes “knight takes f3, check”. */
export function spokenMove(san: string): string {
  const ending = san.endsWith('#') ? ', checkmate' : san.endsWith('+') ? ', check' : '';
  const bare = san.replace(/[+#]$/, '');
  if (bare === 'O-O') return `castles short${ending}`;
  if (bare === 'O-O-O') return `castles long${ending}`;
  const parts = /^([KQRBN])?([a-h]?[1-8]?)(x)?([a-h][1-8])(?:=([QRBN]))?$/.exec(bare);
  if (!parts) return san;
  const [, piece, from, takes, to, promotion] = parts;
  const words = [
    piece ? pieces[piece] : takes ? undefined : 'pawn',
    from || undefined,
    takes ? 'takes' : undefined,
    to,
    promotion ? `promotes to ${pieces[promotion]}` : undefined,
  ];
  return words.filter(Boolean).join(' ') + ending;
}

/** What stands on each square, from the first field of a FEN. */
export function occupants(fen: string): Map<string, { side: Side; role: string }> {
  const found = new Map<string, { side: Side; role: string }>();
  const ranks = (fen.split(' ')[0] ?? '').split('/');
  ranks.forEach((rank, row) => {
    let file = 0;
    for (const letter of rank) {
      const skip = Number(letter);
      if (skip) file += skip;
      else {
        const role = pieces[letter.toUpperCase()] ?? 'piece';
        const side: Side = letter === letter.toUpperCase() ? 'white' : 'black';
        found.set(`${'abcdefgh'[file]}${8 - row}`, { side, role });
        file += 1;
      }
    }
  });
  return found;
}

/** “e4, white pawn” or “e5, empty”. */
export function spokenSquare(square: string, occupant: { side: Side; role: string } | undefined): string {
  return occupant ? `${square}, ${occupant.side} ${occupant.role}` : `${square}, empty`;
}
