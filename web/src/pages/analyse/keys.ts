/** The keys of the analysis board. */
import type { Analysis } from '../../lib/analysis.svelte';
import { moveNags } from '../../lib/chess/nags';
import { t } from '../../lib/text.svelte';

export const analysisKeys = (analysis: Analysis): Record<string, () => void> => ({
  ArrowLeft: () => analysis.back(),
  ArrowRight: () => analysis.forward(),
  ArrowUp: () => analysis.sibling(-1),
  ArrowDown: () => analysis.sibling(1),
  Home: () => analysis.first(),
  End: () => analysis.last(),
  ...Object.fromEntries(moveNags.map(({ code }, index) => [String(index + 1), () => analysis.toggle(code)])),
});

/** What the other keys of the page do, for the help. */
export const analysisKeyHelp = (): [string, string][] => [
  ['↑ ↓', t('keys.variations.what')],
  [t('keys.space'), t('keys.space.what')],
  ['l', t('keys.engine.what')],
  ['t x', t('keys.threat.what')],
  ['1 … 6', `${t('keys.glyphs.what')}: ${moveNags.map(({ sign }) => sign).join(' ')}`],
  ['Ctrl+Z Ctrl+Y', t('keys.undo.what')],
  ['Ctrl+V', t('keys.paste.what')],
];
