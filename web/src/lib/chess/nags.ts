/** Annotation glyphs: the numbers of PGN and the signs people write. */
import type { TextKey } from '../../texts/en';
import { t } from '../text.svelte';

export interface Nag {
  readonly code: number;
  readonly sign: string;
}

/** Judgements of a move; a move has at most one. */
export const moveNags: readonly Nag[] = [
  { code: 3, sign: '!!' },
  { code: 1, sign: '!' },
  { code: 5, sign: '!?' },
  { code: 6, sign: '?!' },
  { code: 2, sign: '?' },
  { code: 4, sign: '??' },
];

/** Judgements of the position after it. */
export const positionNags: readonly Nag[] = [
  { code: 18, sign: '+−' },
  { code: 16, sign: '±' },
  { code: 14, sign: '⩲' },
  { code: 10, sign: '=' },
  { code: 13, sign: '∞' },
  { code: 15, sign: '⩱' },
  { code: 17, sign: '∓' },
  { code: 19, sign: '−+' },
];

const all = new Map([...moveNags, ...positionNags].map(nag => [nag.code, nag]));

export const isMoveNag = (code: number): boolean => moveNags.some(nag => nag.code === code);
export const signOf = (code: number): string => all.get(code)?.sign ?? `$${code}`;
export const nameOf = (code: number): string =>
  all.has(code) ? t(`nag.${code}` as TextKey) : t('nag.other', { code: String(code) });

/** Sets a glyph, in place of others of its kind, or takes it away if it was set. */
export function toggleNag(nags: readonly number[], code: number): number[] {
  if (nags.includes(code)) return nags.filter(nag => nag !== code);
  const kind = isMoveNag(code) ? moveNags : positionNags;
  return [...nags.filter(nag => !kind.some(rival => rival.code === nag)), code];
}
