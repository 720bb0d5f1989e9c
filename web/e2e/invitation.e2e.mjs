/** Games of Neighbours between people and agents who come by invitation, and their analysis. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { click, useApp, waitForPhone } from './app.mjs';
import { openBrowser } from './browser.mjs';
import { runAgent } from './server.mjs';

const app = useApp();
/** Two more people, each with a browser of their own. */
const guests = [];
before(async () => {
  for (const name of ['bert', 'carl']) {
    const browser = await openBrowser();
    guests.push({ name, browser, page: browser.context.pages()[0] ?? (await browser.context.newPage()) });
  }
});
after(() => Promise.all(guests.map(guest => guest.browser.close())));

const moves = page => page.locator('section[aria-label="Moves"] button');
const waitForMove = (page, number, text) =>
  page.waitForFunction(
    ([index, move]) =>
      document.querySelectorAll('section[aria-label="Moves"] button')[index]?.textContent.trim() === move,
    [number - 1, text],
  );
const status = page => page.locator('[data-test="status"]');
const name = (page, side) => page.locator(`.player[data-side="${side}"]`);
const told = (page, what, text) => page.locator(`[data-test="${what}"]`, { hasText: text }).waitFor();

async function play(page, move) {
  await click(page, move.slice(0, 2));
  await click(page, move.slice(2, 4));
}

/** A game with a free seat for Black; answers the link to it. */
async function invite() {
  await app.open('neighbours');
  const { page } = app;
  // The seat of another person stays theirs until there is another game.
  await page.getByRole('button', { name: 'New game' }).click();
  await page.getByText('No moves yet.').waitFor();
  await page.getByLabel('White', { exact: true }).selectOption('person');
  await page.getByLabel('Black', { exact: true }).selectOption('invited');
  return page.getByLabel('Link to the game').inputValue();
}

/** A game from this position, by way of a file: White is this page, Black is who comes. */
async function inviteTo(position) {
  await invite();
  const { page } = app;
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Load', exact: true }).click(),
  ]);
  const text = `[Game "Neighbours"]\n[Result "*"]\n[Position "${position}"]\n\n*\n`;
  await chooser.setFiles({ name: 'game.txt', mimeType: 'text/plain', buffer: Buffer.from(text) });
  await page.locator('[data-test="join-command"]').waitFor();
}

test('two browsers play each other by invitation, and a third one watches', async () => {
  const link = await invite();
  const { page } = app;
  await app.picture('invitation');
  const [bert, carl] = guests;
  await bert.page.goto(link);
  await told(bert.page, 'status', 'White is to move');
  assert.match(await name(bert.page, 'black').textContent(), /you/);
  await name(page, 'black').getByText('somebody else').waitFor();
  await carl.page.goto(link);
  await carl.page.locator('[data-test="watching"]').waitFor();

  await play(page, 'a1a2');
  await waitForMove(bert.page, 1, 'a1a2');
  await play(bert.page, 'h8h7');
  await waitForMove(page, 2, 'h8h7');
  await waitForMove(carl.page, 2, 'h8h7');
  // Nobody moves for somebody else.
  await play(bert.page, 'h1h2');
  await play(carl.page, 'h1h2');
  assert.equal(await bert.page.locator('.selected').count(), 0);
  assert.equal(await carl.page.locator('.selected').count(), 0);
  await play(page, 'h1h2');
  await waitForMove(bert.page, 3, 'h1h2');
  assert.equal(await moves(carl.page).count(), 3);

  // The seat is Bert's, whatever happens to his page.
  await bert.page.reload();
  await waitForMove(bert.page, 3, 'h1h2');
  assert.match(await name(bert.page, 'black').textContent(), /you/);
  await play(bert.page, 'a8a7');
  await waitForMove(page, 4, 'a8a7');
});

test('an agent dials in, plays, and is told the result', async () => {
  // White wins by taking the last piece, sooner or later.
  await inviteTo('8/8/8/8/8/8/w7/wb6 w 0 1');
  const { page } = app;
  const command = await page.locator('[data-test="join-command"]').textContent();
  const ending = runAgent(command.trim().split(' ').slice(3));
  await name(page, 'black').getByText('Petteia').waitFor();
  for (let number = 1; !/wins/.test(await status(page).textContent()); number += 2) {
    await page.getByRole('button', { name: 'Hint' }).click();
    await page.locator('.hinted').first().waitFor();
    const [, move] = /play (\S\S\S\S)/.exec(await page.locator('.hint').textContent());
    await play(page, move);
    await waitForMove(page, number, move);
    await page.waitForFunction(
      () => /White is to move|wins/.test(document.querySelector('[data-test="status"]')?.textContent ?? ''),
      undefined,
      { timeout: 60_000 },
    );
  }
  assert.match(await ending, /Black, 1-0: lost/);
});

test('endgame tables say who wins, of the position and of each move', async () => {
  await app.open('neighbours', { study: '1', start: '8/8/8/8/8/8/w7/wb6 w 0 1', moves: '' });
  const { page } = app;
  const verdicts = page.locator('section[aria-label="Endgame tables"]');
  await verdicts.getByText('White wins in 3 plies.').waitFor();
  const best = verdicts.locator('li').first();
  assert.match(await best.textContent(), /White wins in 2 plies/);
  await best.getByRole('button').click();
  await verdicts.getByText('White wins in 2 plies.').waitFor();
  await app.picture('neighbours-verdicts');
});

test('analysis shows lines, the graph of the game and its mistakes', async () => {
  const { page } = app;
  await app.open('neighbours', { study: '1', start: '', moves: 'a1a2 h8h7 h1h2 a8a7' });
  const lines = page.locator('[data-test="line"] b');
  await page.waitForFunction(
    () => document.querySelectorAll('[data-test="line"] b').length === 3,
    undefined,
    { timeout: 60_000 },
  );
  assert.match(await lines.first().textContent(), /^[+−]?\d+\.\d\d$/);
  await told(page, 'depth', /depth/i);
  const meter = page.getByRole('meter');
  assert.match(await meter.getAttribute('aria-valuetext'), /ahead|even|equal/i);

  await page.getByRole('button', { name: 'Review the game' }).click();
  await page.locator('[data-test="study-graph"]').waitFor({ timeout: 120_000 });
  await told(page, 'said', 'a8a7:');
  assert.match(await page.locator('[data-test="white-blunder"]').textContent(), /\d/);
  await app.picture('neighbours-study');

  // A line may be tried, and the game is still there.
  await page.locator('[data-test="line"] button').first().click();
  await page.getByRole('button', { name: 'Back to the game' }).click();
  assert.equal(await moves(page).count(), 4);
  await page.setViewportSize({ width: 390, height: 844 });
  await waitForPhone(page, 'the study');
  await app.picture('neighbours-study-phone');
  await page.setViewportSize({ width: 1280, height: 800 });
});
