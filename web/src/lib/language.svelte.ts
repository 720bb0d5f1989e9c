/** Keeps the pages in the language that a person has chosen. */
import first from '../texts/en/first';
import { languageFor, loadTexts } from './languages';
import { prefs } from './prefs.svelte';
import { useTexts } from './text.svelte';

/** Every word of the language that is chosen, as soon as they are asked for. */
let whole: Promise<void> | undefined;

/** Resolves when the words of all pages are there. */
export const wholeTexts = (): Promise<void> => (whole ??= show(prefs.language));

/** Resolves when the words of the first page are there; from then on every change of the setting is followed. */
export async function followLanguage(): Promise<void> {
  let shown = prefs.language;
  const { name, locale } = languageFor(shown, navigator.languages);
  useTexts(locale, first);
  document.documentElement.lang = locale;
  // Without a connection the page speaks English.
  if (name !== 'en') await wholeTexts().catch(() => undefined);
  $effect.root(() => {
    $effect(() => {
      if (prefs.language === shown) return;
      shown = prefs.language;
      whole = show(shown);
      // Without a connection the page keeps the language that it has.
      whole.catch(() => undefined);
    });
  });
}

async function show(wanted: string): Promise<void> {
  const { name, locale } = languageFor(wanted, navigator.languages);
  const texts = await loadTexts[name]();
  // Another language may have been chosen while this one was on its way.
  if (wanted !== prefs.language) return;
  useTexts(locale, texts);
  document.documentElement.lang = locale;
}
