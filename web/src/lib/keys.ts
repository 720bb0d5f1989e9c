/** Keys of a page, which must not take away those of what has the focus. */

/** Whether a key belongs to something that takes text or has keys of its own. */
const isTaken = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && !!target.closest('input, textarea, select, dialog, [role="dialog"]');

/** Whether a key is pressed in a field, which has its own meaning for it. */
export const isTyping = (event: KeyboardEvent): boolean => isTaken(event.target);

/** The keys of a board whose game can be stepped through. */
export const boardKeys =
  (step: (by: number) => void, flip: () => void) =>
  (event: KeyboardEvent): void =>
    onKey(event, { ArrowLeft: () => step(-1), ArrowRight: () => step(1), f: flip });

/** Does what a key stands for, if it stands for something here. */
export function onKey(event: KeyboardEvent, actions: Readonly<Record<string, () => void>>): void {
  if (isTaken(event.target) || event.ctrlKey || event.metaKey || event.altKey) return;
  // Space presses the button that has the focus; only elsewhere it is a key of the page.
  if (event.key === ' ' && event.target instanceof HTMLButtonElement) return;
  const action = actions[event.key];
  if (!action) return;
  event.preventDefault();
  action();
}
