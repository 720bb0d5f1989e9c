/** The languages of the pages, and which of them a person reads. */
import type { Texts } from '../texts/en';

/** Each language as it calls itself. */
export const languageNames = {
  en: 'English',
  de: 'Deutsch',
  el: 'Ελληνικά',
  es: 'Español',
  uk: 'Українська',
} as const;

export type LanguageName = keyof typeof languageNames;

const isLanguage = (name: string): name is LanguageName => Object.hasOwn(languageNames, name);

/** The words of all pages, which come when they are wanted. Those of the first page are there in English. */
export const loadTexts: Readonly<Record<LanguageName, () => Promise<Texts>>> = {
  en: async () => (await import('../texts/en')).default,
  de: async () => (await import('../texts/de')).default,
  el: async () => (await import('../texts/el')).default,
  es: async () => (await import('../texts/es')).default,
  uk: async () => (await import('../texts/uk')).default,
};

/**
 * The language to show, and its regional form for numbers and dates: the one that was chosen, or else the first
 * that the browser asks for and that there is.
 */
export function languageFor(
  wanted: string,
  asked: readonly string[],
): { name: LanguageName; locale: string } {
  const known = asked.map(locale => ({ locale, name: locale.split('-')[0]! }));
  const name = isLanguage(wanted) ? wanted : known.map(({ name }) => name).find(isLanguage);
  if (!name) return { name: 'en', locale: 'en' };
  return { name, locale: known.find(found => found.name === name)?.locale ?? name };
}
