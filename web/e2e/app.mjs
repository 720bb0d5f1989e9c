/** What the tests do with the pages, in the words of a person who uses them. */
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before } from 'node:test';
import { Chess } from 'chessops/chess';
import { parseFen, INITIAL_FEN } from 'chessops/fen';
import { parseSan } from 'chessops/san';
import { openBrowser } from './browser.mjs';
import { startServer } from './server.mjs';

const artefacts = join(import.meta.dirname, 'artefacts');
mkdirSync(artefacts, { recursive: true });

/** One server and one browser for a file of tests. `app.page` is fresh after each `app.open`. */
export function useApp(options = {}) {
  const app = { outside: [], errors: [] };
  before(async () => {
    app.server = await startServer();
    app.browser = await openBrowser(options);
    app.page = app.browser.context.pages()[0] ?? (await app.browser.context.newPage());
    app.page.setDefaultTimeout(Number(process.env.PETTEIA_E2E_TIMEOUT ?? 30_000));
    app.page.on('request', request => {
      const { protocol, host } = new URL(request.url());
      if (protocol.startsWith('http') && host !== new URL(app.server.address).host)
        app.outside.push(request.url());
    });
    app.page.on('pageerror', error => app.errors.push(error.stack ?? error.message));
  });
  after(async () => {
    await app.browser?.close();
    await app.server?.stop();
    assert.deepEqual(app.errors, [], 'the pages threw no errors');
    assert.deepEqual(app.outside, [], 'nothing left the machine');
  });

  app.open = async (page, params = {}) => {
    const query = new URLSearchParams(params).toString();
    // By way of an empty page: a change of the hash alone would keep the page's state.
    await app.page.goto('about:blank');
    await app.page.goto(`${app.server.address}/#/${page}${query ? `?${query}` : ''}`);
    await app.page.waitForSelector('main > *');
  };
  app.picture = name => app.page.screenshot({ path: join(artefacts, `${name}.png`) });
  return app;
}

export const square = (page, name) => page.locator(`[data-square="${name}"]`).first();

/** A click where the square is: the mouse reaches the board below the grid. */
export async function click(page, name) {
  const box = await square(page, name).boundingBox();
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}

export async function move(page, from, to) {
  await click(page, from);
  await click(page, to);
}

export async function drag(page, from, to) {
  const [start, end] = await Promise.all([square(page, from).boundingBox(), square(page, to).boundingBox()]);
  await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2);
  await page.mouse.down();
  await page.mouse.move(end.x + end.width / 3, end.y + end.height / 3, { steps: 4 });
  await page.mouse.move(end.x + end.width / 2, end.y + end.height / 2);
  await page.mouse.up();
}

/** Starts a game on the page Play. */
export async function startGame(
  app,
  { color = 'White', fen, elo = 1500, time = 'None', start = 'Standard', number, pace = false } = {},
) {
  await app.open('play', fen ? { fen } : {});
  const { page } = app;
  await page.locator('form:has(#elo), [aria-label="The game"]').waitFor();
  // A game of an earlier test may still be on: leave it.
  const leave = page.getByRole('button', { name: 'New game' });
  if (await leave.isVisible()) await leave.click();
  await page.locator('label', { hasText: color }).click();
  await page.locator('label', { hasText: time }).click();
  if (!fen) await page.locator('label', { hasText: start }).click();
  if (number !== undefined) await page.getByLabel('Number').fill(String(number));
  await page.getByLabel('Petteia’s strength').fill(String(elo));
  const takesTime = page.getByLabel('Takes its time');
  if (await takesTime.isVisible()) await takesTime.setChecked(pace);
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page.getByRole('button', { name: 'Resign' }).waitFor();
}

/** The moves in the list, as SAN. */
export const moves = page => page.locator('.pair .move > span:first-child').allTextContents();

export async function waitForMoves(page, count) {
  await page.waitForFunction(wanted => document.querySelectorAll('.pair .move').length >= wanted, count, {
    timeout: 60_000,
  });
}

/** The position after the moves of the list. */
export async function positionOn(page, fen = INITIAL_FEN) {
  const position = Chess.fromSetup(parseFen(fen).unwrap()).unwrap();
  for (const san of await moves(page)) {
    const parsed = parseSan(position, san);
    assert.ok(parsed, `${san} is legal`);
    position.play(parsed);
  }
  return position;
}

export const announced = page => page.locator('[data-test="announcer"]').textContent();

export async function waitForAnnouncement(page, pattern) {
  await page.waitForFunction(
    source => new RegExp(source).test(document.querySelector('[data-test="announcer"]')?.textContent ?? ''),
    pattern.source,
  );
}

/** Waits until the page is no wider than a phone: boards follow a new width after a moment. */
export async function waitForPhone(page, what) {
  const fits = () => document.documentElement.scrollWidth <= 390;
  await page.waitForFunction(fits, undefined, { timeout: 10_000 }).catch(async () => {
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    throw new Error(`${what} is ${width} wide`);
  });
}
