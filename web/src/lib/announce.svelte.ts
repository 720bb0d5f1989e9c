/** What screen readers say: one live region for the whole app, written from anywhere. */
let text = $state('');

export const announced = (): string => text;

/** Says something once. A no-break space tells the same words said twice apart. */
export function announce(words: string): void {
  text = words === text ? `${words}\u00a0` : words;
}
