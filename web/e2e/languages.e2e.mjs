import assert from 'node:assert/strict';
import { test } from 'node:test';
import { useApp } from './app.mjs';
import { openBrowser } from './browser.mjs';

const app = useApp();
const pages = ['home', 'play', 'analyse', 'puzzles', 'watch', 'neighbours', 'learn', 'lab', 'games'];

const languageOf = page => page.evaluate(() => document.documentElement.lang);

test('a language that was chosen is kept', async () => {
  const { page } = app;
  await app.open('home');
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByLabel('Language').selectOption('de');
  const settings = page.getByRole('dialog', { name: 'Einstellungen' });
  await settings.getByRole('button', { name: 'Schließen' }).click();
  const heading = page.getByRole('heading', { name: 'Letzte Partien' });
  await heading.waitFor();
  assert.equal(await languageOf(page), 'de');
  await page.reload();
  await heading.waitFor();
  assert.equal(await page.title(), 'Start · Petteia');
  await page.getByRole('link', { name: 'Spielen', exact: true }).click();
  await page.getByRole('heading', { name: 'Eine neue Partie' }).waitFor();
  await app.picture('play-german');
});

test('at first the pages speak the language of the browser', async () => {
  const { context, close } = await openBrowser({ locale: 'uk-UA' });
  try {
    const page = context.pages()[0] ?? (await context.newPage());
    await page.goto(app.server.address);
    await page.getByRole('heading', { name: 'Останні партії' }).waitFor();
    assert.equal(await languageOf(page), 'uk-UA');
  } finally {
    await close();
  }
});

test('no language makes a page wider than a phone', async () => {
  const { page } = app;
  await page.setViewportSize({ width: 390, height: 844 });
  for (const language of ['de', 'el', 'es', 'uk']) {
    await app.open('home');
    await page.evaluate(language => {
      const prefs = JSON.parse(localStorage.getItem('petteia.prefs') ?? '{}');
      localStorage.setItem('petteia.prefs', JSON.stringify({ ...prefs, language }));
    }, language);
    for (const name of pages) {
      await app.open(name);
      await page.waitForTimeout(300);
      assert.equal((await languageOf(page)).slice(0, 2), language);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(width <= 390, `${name} is ${width} wide in ${language}`);
    }
    await app.picture(`games-phone-${language}`);
  }
});
