import { afterEach, describe, expect, it } from 'vitest';
import { showDate } from '../src/lib/dates';
import { languageFor, languageNames, loadTexts, type LanguageName } from '../src/lib/languages';
import { spokenMove } from '../src/lib/chess/speech';
import { spokenScore } from '../src/lib/chess/score';
import { showNumber, t, useTexts } from '../src/lib/text.svelte';
import en, { type TextKey } from '../src/texts/en';
import type { Text } from '../src/texts/text';

const languages = Object.keys(languageNames) as LanguageName[];
const keys = Object.keys(en) as TextKey[];
const formsOf = (text: Text): string[] => (typeof text === 'string' ? [text] : Object.values(text));
const placeholders = (text: string): string[] =>
  [...text.matchAll(/\{(\w+)\}/g)].map(([whole]) => whole).sort();
const marks = (text: string): string[] => text.match(/\*\*|`/g) ?? [];

afterEach(() => useTexts('en', en));

describe.each(languages)('the texts in %s', language => {
  /** The forms that the counts of the pages need. */
  const rules = new Intl.PluralRules(language);
  const categories = [...new Set([0.5, ...Array(201).keys()].map(count => rules.select(count)))].sort();

  it('are all there, and no others', async () => {
    expect(Object.keys(await loadTexts[language]()).sort()).toEqual([...keys].sort());
  });

  it('say something', async () => {
    const texts = await loadTexts[language]();
    expect(keys.filter(key => formsOf(texts[key]).some(form => !/[\p{L}\d]/u.test(form)))).toEqual([]);
    expect(keys.filter(key => formsOf(texts[key]).some(form => form !== form.trim()))).toEqual([]);
  });

  it('have the placeholders and marks of the English ones', async () => {
    const texts = await loadTexts[language]();
    for (const key of keys) {
      const [first = ''] = formsOf(en[key]);
      for (const form of formsOf(texts[key])) {
        expect(placeholders(form), key).toEqual(placeholders(first));
        expect(marks(form), key).toEqual(marks(first));
      }
    }
  });

  it('have each plural of the language', async () => {
    const texts = await loadTexts[language]();
    for (const key of keys) {
      const text = texts[key];
      expect(typeof text, key).toBe(typeof en[key]);
      if (typeof text !== 'string') expect(Object.keys(text).sort(), key).toEqual(categories);
    }
  });
});

describe('the language', () => {
  it('is the one that was chosen, else the first that the browser asks for and that there is', () => {
    expect(languageFor('uk', ['de-AT', 'en'])).toEqual({ name: 'uk', locale: 'uk' });
    expect(languageFor('de', ['fr', 'de-AT', 'en'])).toEqual({ name: 'de', locale: 'de-AT' });
    expect(languageFor('system', ['fr-FR', 'es-MX', 'en'])).toEqual({ name: 'es', locale: 'es-MX' });
    expect(languageFor('system', ['fr'])).toEqual({ name: 'en', locale: 'en' });
    expect(languageFor('klingon', ['el'])).toEqual({ name: 'el', locale: 'el' });
    expect(languageFor('toString', [])).toEqual({ name: 'en', locale: 'en' });
  });

  it('chooses plurals', async () => {
    useTexts('uk', await loadTexts.uk());
    const games = [1, 2, 5, 11, 21, 22].map(count => t('games.count', { count }));
    expect(games).toEqual(['1 партія', '2 партії', '5 партій', '11 партій', '21 партія', '22 партії']);
  });

  it('writes numbers and dates', async () => {
    useTexts('de', await loadTexts.de());
    expect(showNumber(1234.5)).toBe('1.234,5');
    expect(spokenScore({ kind: 'cp', value: -130 })).toBe('Schwarz steht um 1,30 Bauern besser');
    const now = new Date(2026, 2, 3, 12).getTime();
    expect(showDate(now - 60_000, now)).toBe('heute 11:59');
    expect(showDate(now - 9 * 86_400_000, now)).toBe('22. Feb. 2026');
  });

  it('says moves', async () => {
    useTexts('de', await loadTexts.de());
    expect(spokenMove('Nxf3+')).toBe('Springer schlägt f3, Schach');
    expect(spokenMove('exd8=Q#')).toBe('e schlägt d8 wird zur Dame, matt');
    useTexts('uk', await loadTexts.uk());
    expect(spokenMove('e8=R')).toBe('пішак e8 перетворюється на туру');
  });
});
