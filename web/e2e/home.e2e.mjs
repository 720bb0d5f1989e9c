import assert from 'node:assert/strict';
import { test } from 'node:test';
import { moves, move, square, useApp, waitForMoves } from './app.mjs';

const app = useApp();

test('the home page is what one sees first, and leads everywhere', async () => {
  const { page } = app;
  await page.goto(app.server.address);
  await page.getByRole('heading', { name: 'Petteia', exact: true }).waitFor();
  await app.picture('home');
  await page.getByLabel('PGN or FEN').fill('4k3/8/8/8/8/8/8/QQQ1K3 w - - 0 1');
  await page.getByRole('button', { name: 'Analyse', exact: true }).click();
  await page.locator('[data-test="score"]').waitFor();
  assert.match(await square(page, 'a1').getAttribute('aria-label'), /white queen/);
});

test('one click starts a game like the last one, which the home page then continues', async () => {
  const { page } = app;
  await app.open('home');
  await page.getByRole('link', { name: /Play now/ }).click();
  await page.getByRole('button', { name: 'Resign' }).waitFor();
  await move(page, 'e2', 'e4');
  await waitForMoves(page, 2);
  await page.getByRole('link', { name: 'Home', exact: true }).click();
  await page.getByRole('link', { name: 'Continue' }).click();
  await waitForMoves(page, 2);
  assert.equal((await moves(page))[0], 'e4');
});

test('keys are explained on every page', async () => {
  const { page } = app;
  for (const name of ['home', 'play', 'games']) {
    await app.open(name);
    await page.waitForTimeout(300);
    await page.keyboard.press('?');
    const help = page.getByRole('dialog', { name: 'Keys' });
    await help.getByText('step through the moves').first().waitFor();
    await help.getByRole('button', { name: 'Close' }).click();
  }
});

test('a clock of one’s own', async () => {
  const { page } = app;
  await app.open('play');
  const leave = page.getByRole('button', { name: 'New game' });
  await page.locator('form:has(#elo), [aria-label="The game"]').waitFor();
  if (await leave.isVisible()) await leave.click();
  await page.locator('label', { hasText: 'Own' }).click();
  await page.getByLabel('Minutes').fill('7');
  await page.getByLabel('Increment, seconds').fill('4');
  await page.locator('label', { hasText: 'White' }).click();
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page.getByText('7:00').first().waitFor();
});

test('training shows how strong the nets became', async () => {
  const { page } = app;
  await app.open('learn');
  const generations = page.locator('[data-test="generations"]');
  const strength = generations.getByLabel('Elo over the classical evaluation');
  await strength.locator('canvas').waitFor();
  assert.match(await strength.innerText(), /at least/);
  await app.picture('generations');
});

test('another set of pieces and another board are chosen', async () => {
  const { page } = app;
  await app.open('analyse');
  // Whatever position an earlier test left there.
  const king = page.locator('piece.white.king').first();
  const sign = () => king.evaluate(piece => getComputedStyle(piece, '::after').maskImage);
  assert.doesNotMatch(await sign(), /king/);
  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  await page.locator('label', { hasText: 'Stones' }).click();
  await page.locator('label', { hasText: 'Walnut' }).click();
  await page.getByRole('dialog', { name: 'Settings' }).getByRole('button', { name: 'Close' }).click();
  await page.waitForFunction(() =>
    /king.*svg/.test(getComputedStyle(document.querySelector('piece.white.king'), '::after').maskImage),
  );
  await app.picture('pieces-stones');
  await page.reload();
  await king.waitFor();
  assert.equal(await page.evaluate(() => document.documentElement.dataset.board), 'walnut');
  await page.evaluate(() => localStorage.clear());
});
