import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { square, startGame, useApp, waitForAnnouncement, waitForMoves } from './app.mjs';

const app = useApp();
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const pages = ['home', 'play', 'analyse', 'puzzles', 'watch', 'neighbours', 'learn', 'lab', 'games'];

async function findings() {
  await app.page.evaluate(axe);
  const { violations } = await app.page.evaluate(() => window.axe.run());
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(node => node.html).join('\n  ')}`);
}

for (const scheme of ['light', 'dark']) {
  test(`axe finds nothing serious in ${scheme} colors`, async () => {
    await app.page.emulateMedia({ colorScheme: scheme });
    for (const page of pages) {
      await app.open(page);
      await app.page.waitForTimeout(800);
      assert.deepEqual(await findings(), [], page);
      await app.picture(`${page}-${scheme}`);
    }
    await startGame(app);
    assert.deepEqual(await findings(), [], 'a running game');
  });
}

test('a game can be played by keyboard alone', async () => {
  await startGame(app);
  const { page } = app;
  await page.locator('body').click({ position: { x: 2, y: 2 } });
  for (let presses = 0; presses < 40; presses += 1) {
    await page.keyboard.press('Tab');
    if (await page.evaluate(() => document.activeElement?.getAttribute('role') === 'gridcell')) break;
  }
  assert.equal(
    await page.evaluate(() => document.activeElement?.getAttribute('aria-label')),
    'e2, white pawn',
  );
  await page.keyboard.press('Enter');
  assert.match(await square(page, 'e4').getAttribute('aria-label'), /legal move/);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await waitForAnnouncement(page, /Petteia plays/);
  await waitForMoves(page, 2);
  await page.getByLabel('Type a move').focus();
  await page.keyboard.type('Nf3');
  await page.keyboard.press('Enter');
  await waitForMoves(page, 3);
});

test('no page is wider than a phone', async () => {
  await app.page.setViewportSize({ width: 390, height: 844 });
  for (const page of pages) {
    await app.open(page);
    await app.page.waitForTimeout(500);
    const width = await app.page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(width <= 390, `${page} is ${width} wide`);
    await app.picture(`${page}-phone`);
  }
  await app.open('neighbours');
  await app.page.getByLabel('Black', { exact: true }).selectOption('network');
  const connect = await app.page.getByRole('button', { name: 'Connect' }).boundingBox();
  assert.ok(connect.x + connect.width <= 390, 'the button of a network agent can be reached');
  await startGame(app);
  const board = await app.page.locator('.cg-wrap').first().boundingBox();
  assert.ok(board.width > 340, 'the board fills the phone');
  await app.picture('play-game-phone');
  await app.page.setViewportSize({ width: 1280, height: 800 });
});

test('the first load is small', async () => {
  const session = await app.browser.context.newCDPSession(app.page);
  await session.send('Network.enable');
  await session.send('Network.clearBrowserCache');
  await session.send('Network.setBypassServiceWorker', { bypass: true });
  let bytes = 0;
  session.on('Network.loadingFinished', event => (bytes += event.encodedDataLength));
  await app.open('play');
  await app.page.waitForLoadState('networkidle');
  assert.ok(bytes > 10_000 && bytes < 150_000, `${bytes} bytes`);
  console.log(`first load: ${(bytes / 1000).toFixed(0)} KB`);
});
