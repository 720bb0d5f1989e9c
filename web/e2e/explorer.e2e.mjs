import assert from 'node:assert/strict';
import { test } from 'node:test';
import { moves, useApp, waitForMoves, waitForPhone } from './app.mjs';

const app = useApp();

const games = `[White "Ada"]
[WhiteElo "2000"]

1. e4 e5 2. Nf3 1-0

[White "Bob"]
[WhiteElo "1600"]

1. e4 c5 1/2-1/2

[White "Eve"]

1. d4 d5 0-1
`;

test('the explorer shows what was played in kept games, and a click plays it', async () => {
  const { page } = app;
  await app.open('analyse');
  await page.getByRole('button', { name: 'New', exact: true }).click();
  await page.getByRole('button', { name: 'Explorer' }).click();
  const panel = page.locator('[data-test="explorer"]');
  await panel.getByText('No game has this position.').waitFor();
  const kept = await page.request.post(`${app.server.address}/api/games`, { data: games });
  assert.ok(kept.ok());
  // The choice to see it is remembered.
  await page.reload();
  await panel.getByText('3 games').waitFor();
  const rows = panel.locator('tbody tr');
  assert.deepEqual(await rows.locator('button').allTextContents(), ['e4', 'd4']);
  assert.match(await rows.first().innerText(), /1800/);
  const bar = rows.first().getByRole('img');
  assert.match(await bar.getAttribute('aria-label'), /White wins 50 %, draw 50 %, Black wins 0 %/);
  await app.picture('explorer');
  await panel.getByRole('button', { name: 'e4' }).click();
  await waitForMoves(page, 1);
  await panel.getByRole('button', { name: 'c5' }).waitFor();
  assert.deepEqual(await moves(page), ['e4']);
  await page.setViewportSize({ width: 390, height: 844 });
  await waitForPhone(page, 'the explorer');
  await panel.scrollIntoViewIfNeeded();
  await app.picture('explorer-phone');
});
