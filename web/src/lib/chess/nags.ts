/** Annotation glyphs: the numbers of PGN and the signs people write. */
export interface Nag {
  readonly code: number;
  readonly sign: string;
  readonly name: string;
}

/** Judgements of a move; a move has at most one. */
export const moveNags: readonly Nag[] = [
  { code: 3, sign: '!!', name: 'Brilliant move' },
  { code: 1, sign: '!', name: 'Good move' },
  { code: 5, sign: '!?', name: 'Interesting move' },
  { code: 6, sign: '?!', name: 'Dubious move' },
  { code: 2, sign: '?', name: 'Mistake' },
  { code: 4, sign: '??', name: 'Blunder' },
];

/** Judgements of the position after it. */
export const positionNags: readonly Nag[] = [
  { code: 18, sign: '+−', name: 'White is winning' },
  { code: 16, sign: '±', name: 'White is better' },
  { code: 14, sign: '⩲', name: 'White is slightly better' },
  { code: 10, sign: '=', name: 'Equal position' },
  { code: 13, sign: '∞', name: 'Unclear position' },
  { code: 15, sign: '⩱', name: 'Black is slightly better' },
  { code: 17, sign: '∓', name: 'Black is better' },
  { code: 19, sign: '−+', name: 'Black is winning' },
];

const all = new Map([...moveNags, ...positionNags].map(nag => [nag.code, nag]));

export const isMoveNag = (code: number): boolean => moveNags.some(nag => nag.code === code);
export const signOf = (code: number): string => all.get(code)?.sign ?? `$${code}`;
export const nameOf = (code: number): string => all.get(code)?.name ?? `Annotation ${code}`;

/** Sets a glyph, in place of others of its kind, or takes it away if it was set. */
export function toggleNag(nags: readonly number[], code: number): number[] {
  if (nags.includes(code)) return nags.filter(nag => nag !== code);
  const kind = isMoveNag(code) ? moveNags : positionNags;
  return [...nags.filter(nag => !kind.some(rival => rival.code === nag)), code];
}
