/** The words of the pages, in the language of the person who reads them. */
import type { TextKey, Texts } from '../texts/en';
import first from '../texts/en/first';
import type { Text } from '../texts/text';

export type Values = Readonly<Record<string, string | number>>;

/** The language that is shown, as `Intl` names it. */
let language = $state('en');
let texts = $state.raw<Partial<Texts>>(first);

export const currentLanguage = (): string => language;

/** Shows these texts from now on. */
export function useTexts(name: string, found: Partial<Texts>): void {
  language = name;
  texts = found;
}

/** A text with its values: `{name}` is replaced by the value of that name, `count` also chooses the plural. */
export function t(key: TextKey, values: Values = {}): string {
  const text = texts[key] ?? '';
  const form = typeof text === 'string' ? text : formOf(text, Number(values['count'] ?? 0));
  return form.replace(/\{(\w+)\}/g, (_, name: string) => shown(values[name] ?? ''));
}

function formOf(text: Exclude<Text, string>, count: number): string {
  const category = new Intl.PluralRules(language).select(count);
  return text[category as keyof typeof text] ?? text.other;
}

const shown = (value: string | number): string => (typeof value === 'number' ? showNumber(value) : value);

/** A number as the language writes it. */
export function showNumber(value: number, options: Intl.NumberFormatOptions = {}): string {
  return new Intl.NumberFormat(language, { maximumFractionDigits: 2, ...options }).format(value);
}
