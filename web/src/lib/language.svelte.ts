/** Keeps the pages in the language that a person has chosen. */
import { languageFor, loadTexts } from './languages';
import { prefs } from './prefs.svelte';
import { useTexts } from './text.svelte';

/** Resolves when the first texts are there; from then on every change of the setting is followed. */
export async function followLanguage(): Promise<void> {
  await show(prefs.language);
  $effect.root(() => {
    $effect(() => void show(prefs.language));
  });
}

async function show(wanted: string): Promise<void> {
  const { name, locale } = languageFor(wanted, navigator.languages);
  try {
    const texts = await loadTexts[name]();
    // Another language may have been chosen while this one was on its way.
    if (wanted !== prefs.language) return;
    useTexts(locale, texts);
    document.documentElement.lang = locale;
  } catch {
    // Without a connection the page keeps the language that it has.
  }
}
