/** The keys of the analysis board. */
import type { Analysis } from '../../lib/analysis.svelte';

/** Whether a key was typed into something that takes text or has keys of its own. */
const isTaken = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && !!target.closest('input, textarea, select, dialog, [role="dialog"]');

export function analysisKeys(
  event: KeyboardEvent,
  analysis: Analysis,
  more: Record<string, () => void>,
): void {
  if (isTaken(event.target) || event.ctrlKey || event.metaKey || event.altKey) return;
  // Space presses the button that has the focus; only elsewhere it is a key of the board.
  if (event.key === ' ' && event.target instanceof HTMLButtonElement) return;
  const actions: Record<string, () => void> = {
    ArrowLeft: () => analysis.back(),
    ArrowRight: () => analysis.forward(),
    ArrowUp: () => analysis.sibling(-1),
    ArrowDown: () => analysis.sibling(1),
    Home: () => analysis.first(),
    End: () => analysis.last(),
    ...more,
  };
  const action = actions[event.key];
  if (!action) return;
  event.preventDefault();
  action();
}

/** For the help. */
export const keyHelp: readonly [string, string][] = [
  ['← →', 'step through the moves'],
  ['↑ ↓', 'choose between variations'],
  ['Home End', 'to the start, to the end'],
  ['Space', 'play the engine’s best move'],
  ['l', 'engine on or off'],
  ['t', 'show what is threatened'],
  ['f', 'flip the board'],
  ['Tab, arrows, Enter', 'on the board: walk over the squares, pick up and put down'],
];
