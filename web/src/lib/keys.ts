/** Keys of a page, which must not take away those of what has the focus. */
import { t } from './text.svelte';

/** Whether a key belongs to something that takes text or has keys of its own. */
const isTaken = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && !!target.closest('input, textarea, select, dialog, [role="dialog"]');

/** Whether a key is pressed in a field, which has its own meaning for it. */
export const isTyping = (event: Event): boolean => isTaken(event.target);

/** The keys of a board whose game can be stepped through. Steps beyond its ends go to the ends. */
export const boardKeys =
  (step: (by: number) => void, flip: () => void) =>
  (event: KeyboardEvent): void =>
    onKey(event, {
      ArrowLeft: () => step(-1),
      ArrowRight: () => step(1),
      Home: () => step(-Infinity),
      End: () => step(Infinity),
      f: flip,
    });

/** What the keys of all boards do, for the help. */
export const boardKeyHelp = (): [string, string][] => [
  ['← →', t('keys.steps.what')],
  [t('keys.ends'), t('keys.ends.what')],
  [t('keys.wheel'), t('keys.wheel.what')],
  ['f', t('keys.flip.what')],
  [t('keys.walk'), t('keys.walk.what')],
  ['?', t('keys.help.what')],
];

/** Turns the wheel over a board into steps: one for each notch, however finely the device counts. */
export function wheelSteps(step: (by: number) => void) {
  let turned = 0;
  return (event: WheelEvent): void => {
    if (event.ctrlKey) return;
    event.preventDefault();
    turned += event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? event.deltaY / 60 : event.deltaY;
    const steps = Math.trunc(turned);
    turned -= steps;
    if (steps) step(steps);
  };
}

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
