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

/** For the help. */
export const keyHelp: readonly [string, string][] = [
  ['← →', 'step through the moves'],
  ['↑ ↓', 'choose between variations'],
  ['Home End', 'to the start, to the end'],
  ['Space', 'play the engine’s best move'],
  ['l', 'engine on or off'],
  ['t', 'show what is threatened'],
  ['f', 'flip the board'],
  ['Ctrl+Z Ctrl+Y', 'undo and redo changes of the game'],
  ['Tab, arrows, Enter', 'on the board: walk over the squares, pick up and put down'],
];
