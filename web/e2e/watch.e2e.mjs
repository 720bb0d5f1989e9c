import assert from 'node:assert/strict';
import { test } from 'node:test';
import { useApp, waitForPhone } from './app.mjs';

const app = useApp();

test('a match between two strengths is watched to its end, and a game of it opened', async () => {
  await app.open('watch');
  const { page } = app;
  // Full strength uses its clock; two limited players would be done before anyone could look.
  await page.getByLabel('Strength of player 1').selectOption('full');
  await page.getByLabel('Strength of player 2').selectOption('800');
  await page.getByText('5+0.05', { exact: true }).click();
  await page.getByLabel('Games').fill('2');
  await page.getByRole('button', { name: 'Start the match' }).click();
  await page.locator('article').first().waitFor();
  await page.waitForFunction(
    () => document.querySelector('article .moves')?.textContent.split(' ').length > 5,
  );
  await page
    .getByRole('img', { name: /thought of the game/ })
    .first()
    .waitFor();
  await page.waitForFunction(() =>
    document.querySelector('[data-test="opinions"] .white')?.getAttribute('points').includes(','),
  );
  await app.picture('watch');
  await page.locator('[data-test="ended"]').waitFor({ timeout: 180_000 });
  assert.match(await page.locator('[data-test="progress"]').textContent(), /2 of 2 games/);
  assert.equal(await page.locator('[data-test="table"] tbody tr').count(), 2);
  await app.picture('watch-ended');
  await page.reload();
  await page.locator('[data-test="table"]').waitFor();
  await page.locator('section[aria-label="Finished games"] a').first().click();
  await page.locator('.pair .move').first().waitFor();
  await page.goBack();
  await page.locator('[data-test="table"]').waitFor();
  assert.match(page.url(), /#\/watch\?match=/, 'Back leads back to the match');
});

test('a match that there is not is said to be missing', async () => {
  await app.open('watch', { match: 'nonsense' });
  await app.page.getByRole('alert').getByText('nonsense').waitFor();
  assert.equal(await app.page.locator('[data-test="table"]').count(), 0);
});

const gamesDone = async page =>
  Number(/\d+/.exec(await page.locator('[data-test="progress"]').textContent())[0]);

const waitForGames = (page, count) =>
  page.waitForFunction(
    wanted =>
      Number(/\d+/.exec(document.querySelector('[data-test="progress"]')?.textContent)?.[0]) >= wanted,
    count,
    { timeout: 120_000 },
  );

test('a live game shows its opening, what both engines expect, and every move with its number', async () => {
  await app.open('watch');
  const { page } = app;
  await page.getByLabel('Strength of player 1').selectOption('full');
  await page.getByLabel('Strength of player 2').selectOption('2000');
  await page.getByText('5+0.05', { exact: true }).click();
  await page.getByRole('button', { name: 'Start the match' }).click();
  await page.locator('[data-test="opening"]').waitFor();
  assert.match(await page.locator('[data-test="opening"]').textContent(), /[A-E]\d\d\s+\p{L}+/u);
  await page
    .locator('[data-test="expectations"] dd', { hasText: /^\d+(\.|…) \S+/ })
    .first()
    .waitFor();
  await page.locator('.cg-shapes line').first().waitFor({ state: 'attached' });
  assert.match(await page.locator('[data-test="live-moves"]').textContent(), /^\s*1\. \S+ \S+ 2\. \S+/);
  await app.picture('watch-live');
  await page.setViewportSize({ width: 390, height: 844 });
  await waitForPhone(page, 'a live match');
  await app.picture('watch-live-phone');
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('button', { name: 'End the match' }).click();
  await page.locator('[data-test="ended"]').waitFor();
});

test('a test is watched, stopped and resumed', async () => {
  await app.open('watch');
  const { page } = app;
  await page.getByLabel('Strength of player 1').selectOption('1000');
  await page.getByLabel('Strength of player 2').selectOption('800');
  await page.getByText('1+0.05', { exact: true }).click();
  await page.getByLabel('Games').fill('200');
  await page.getByLabel('Stop as soon as it is decided (SPRT)').check();
  await page.getByLabel('Elo 1').fill('2');
  await page.getByRole('button', { name: 'Start the match' }).click();
  await waitForGames(page, 6);
  await page.getByRole('img', { name: /Elo with its error/ }).waitFor();
  assert.match(
    await page.locator('[data-test="test"]').textContent(),
    /undecided.*normalised Elo \[0, 2\]: LLR/s,
  );
  await page.getByRole('button', { name: 'End the match' }).click();
  await page.getByRole('button', { name: 'Go on' }).waitFor();
  const stopped = await gamesDone(page);
  // Also a match that was left: its file says all.
  await page.reload();
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.getByRole('button', { name: 'End the match' }).waitFor();
  await waitForGames(page, stopped + 2);
  assert.match(await page.locator('[data-test="difference"]').textContent(), /Petteia \(1000\).* ± \d+ Elo/);
  await app.picture('watch-test');
  await page.getByRole('button', { name: 'End the match' }).click();
  await page.locator('[data-test="ended"]').waitFor();
});

test('of three players a table says who scored what against whom', async () => {
  await app.open('watch');
  const { page } = app;
  await page.getByRole('button', { name: 'Another player' }).click();
  for (const [player, elo] of [400, 800, 1200].entries())
    await page.getByLabel(`Strength of player ${player + 1}`).selectOption(String(elo));
  await page.getByText('1+0.05', { exact: true }).click();
  await page.getByLabel('Games').fill('2');
  await page.getByLabel('Boards').fill('2');
  await page.getByRole('button', { name: 'Start the match' }).click();
  await page.locator('[data-test="ended"]').waitFor({ timeout: 180_000 });
  const rows = page.locator('[data-test="crosstable"] tbody tr');
  assert.equal(await rows.count(), 3);
  const scores = (await rows.locator('td').allTextContents()).map(text =>
    /^([\d.]+) \/ 2$/.exec(text.trim()),
  );
  assert.equal(scores.filter(Boolean).length, 6, 'each has met each');
  assert.equal(
    scores.filter(Boolean).reduce((sum, [, points]) => sum + Number(points), 0),
    6,
  );
  await app.picture('watch-crosstable');
});
