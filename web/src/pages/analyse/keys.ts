/** The keys of the analysis board. */
import type { Analysis } from '../../lib/analysis.svelte';

export const analysisKeys = (analysis: Analysis): Record<string, () => void> => ({
  ArrowLeft: () => analysis.back(),
  ArrowRight: () => analysis.forward(),
  ArrowUp: () => analysis.sibling(-1),
  ArrowDown: () => analysis.sibling(1),
  Home: () => analysis.first(),
  End: () => analysis.last(),
});

/** What the other keys of the page do, for the help. */
export const analysisKeyHelp: readonly [string, string][] = [
  ['↑ ↓', 'choose between variations'],
  ['Space', 'play the engine’s best move'],
  ['l', 'engine on or off'],
  ['t', 'show what is threatened'],
  ['Ctrl+Z Ctrl+Y', 'undo and redo changes of the game'],
  ['Ctrl+V', 'open a PGN or FEN from the clipboard; files can be dropped anywhere'],
];
