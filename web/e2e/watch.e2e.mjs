import assert from 'node:assert/strict';
import { test } from 'node:test';
import { useApp } from './app.mjs';

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
  const opinions = page.getByRole('img', { name: /thought of the game/ }).first();
  await opinions.waitFor();
  assert.ok((await opinions.locator('.white').getAttribute('points')).includes(','));
  await app.picture('watch');
  await page.locator('[data-test="ended"]').waitFor({ timeout: 180_000 });
  assert.match(await page.locator('[data-test="progress"]').textContent(), /2 of 2 games/);
  assert.equal(await page.locator('[data-test="table"] tbody tr').count(), 2);
  await app.picture('watch-ended');
  await page.reload();
  await page.locator('[data-test="table"]').waitFor();
  await page.locator('section[aria-label="Finished games"] a').first().click();
  await page.locator('.pair .move').first().waitFor();
});
