/** What people do most, in the browser that PETTEIA_BROWSER names: `npm run firefox` does it in Firefox. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { click, move, moves, startGame, useApp, waitForMoves } from './app.mjs';

const app = useApp();

const game = '1. e4 e5 2. Nf3 Nc6 3. Bc4 Nd4 4. Nxe5 Qg5 5. Nxf7 Qxg2 6. Rf1 Qxe4+ 7. Be2 Nf3# 0-1';

test('a move is played and answered', async () => {
  await startGame(app, { elo: 1500 });
  const { page } = app;
  await move(page, 'e2', 'e4');
  await waitForMoves(page, 2);
  await page.reload();
  await waitForMoves(page, 2);
  assert.equal((await moves(page))[0], 'e4');
});

test('a game is analysed', async () => {
  const { page } = app;
  await app.open('home');
  await page.getByLabel('PGN or FEN').fill(game);
  await page.getByRole('button', { name: 'Analyse', exact: true }).click();
  await waitForMoves(page, 14);
  await page.keyboard.press('Home');
  await page.locator('[data-test="line"] button').first().waitFor();
  await move(page, 'd2', 'd4');
  await page.locator('.aside', { hasText: 'd4' }).first().waitFor();
});

test('a game is reviewed', async () => {
  const { page } = app;
  await app.open('analyse', { pgn: game });
  await page.getByRole('button', { name: 'Review the game' }).click();
  await page.getByRole('button', { name: 'Review again' }).waitFor({ timeout: 180_000 });
  assert.ok(Number(await page.locator('[data-test="white-blunder"]').textContent()) >= 1);
  await page.getByRole('button', { name: 'Learn from mistakes' }).click();
  await page.locator('[data-test="retry-question"]').waitFor();
});

test('a match is watched', async () => {
  const { page } = app;
  await app.open('watch');
  await page.getByLabel('Strength of player 1').selectOption('800');
  await page.getByLabel('Strength of player 2').selectOption('1200');
  await page.getByText('1+0.05', { exact: true }).click();
  // Typed, for `fill` does not replace the number in Firefox.
  await page.getByLabel('Games').press('Control+a');
  await page.keyboard.type('2');
  await page.getByRole('button', { name: 'Start the match' }).click();
  await page.locator('[data-test="ended"]').waitFor({ timeout: 180_000 });
  assert.match(await page.locator('[data-test="progress"]').textContent(), /2 of 2 games/);
  await page.locator('section[aria-label="Finished games"] a').first().click();
  await page.locator('.pair .move').first().waitFor();
});

test('a stone is moved and answered', async () => {
  const { page } = app;
  await app.open('neighbours');
  await click(page, 'a1');
  await click(page, 'a2');
  await page.locator('section[aria-label="Moves"] button').nth(1).waitFor();
});
