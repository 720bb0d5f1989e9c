import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { click, square, useApp, waitForAnnouncement } from './app.mjs';
import { startAgent } from './server.mjs';

const app = useApp();
let agent;
before(async () => (agent = await startAgent()));
after(() => agent?.stop());

const played = page => page.locator('section[aria-label="Moves"] button').allTextContents();
const waitForMoves = (page, count) =>
  page.waitForFunction(
    wanted => document.querySelectorAll('section[aria-label="Moves"] button').length >= wanted,
    count,
    { timeout: 60_000 },
  );

async function newGame(white, black) {
  await app.open('neighbours');
  const { page } = app;
  await page.getByLabel('White', { exact: true }).selectOption(white);
  await page.getByLabel('Black', { exact: true }).selectOption(black);
  await page.getByRole('button', { name: 'New game' }).click();
  await page.getByText('No moves yet.').waitFor();
}

test('a person plays the agent, with a hint and a move taken back', async () => {
  await newGame('person', 'agent 2');
  const { page } = app;
  await click(page, 'a1');
  await page.locator('.target').first().waitFor();
  await click(page, 'a2');
  await waitForMoves(page, 2);
  assert.equal((await played(page))[0], 'a1a2');
  await app.picture('neighbours');
  await page.getByRole('button', { name: 'Hint' }).click();
  await waitForAnnouncement(page, /The agent would play/);
  await page.getByRole('button', { name: 'Take back' }).click();
  await page.getByText('No moves yet.').waitFor();
});

test('a game survives a reload', async () => {
  await newGame('person', 'agent 1');
  const { page } = app;
  await click(page, 'h1');
  await click(page, 'h2');
  await waitForMoves(page, 2);
  const before = await played(page);
  await page.reload();
  await waitForMoves(page, 2);
  assert.deepEqual(await played(page), before);
});

test('agent and network agent play, and a person takes over in the middle', async () => {
  await newGame('person', 'agent 3');
  const { page } = app;
  await page.getByLabel('White', { exact: true }).selectOption('network');
  await page.getByLabel('Address of the agent that plays White').fill(agent.address);
  await page.getByRole('button', { name: 'Connect' }).click();
  await waitForMoves(page, 4);
  await page.getByLabel('Black', { exact: true }).selectOption('person');
  await page.waitForFunction(
    () => /Black is to move/.test(document.querySelector('[data-test="status"]')?.textContent ?? ''),
    undefined,
    {
      timeout: 60_000,
    },
  );
  const count = (await played(page)).length;
  await page.getByRole('button', { name: 'Hint' }).click();
  await page.locator('.hinted').first().waitFor();
  const [from, to] = /play (\S\S)(\S\S)/.exec(await page.locator('.hint').textContent()).slice(1);
  await click(page, from);
  await click(page, to);
  await waitForMoves(page, count + 2);
});

test('an agent that does not answer is reported and the game goes on with another', async () => {
  await newGame('person', 'person');
  const { page } = app;
  await page.getByLabel('White', { exact: true }).selectOption('network');
  await page.getByLabel('Address of the agent that plays White').fill('127.0.0.1:1');
  await page.getByRole('button', { name: 'Connect' }).click();
  await page.locator('.problem').waitFor({ timeout: 30_000 });
  await page.getByLabel('White', { exact: true }).selectOption('person');
  await page.waitForFunction(() =>
    /White is to move/.test(document.querySelector('[data-test="status"]')?.textContent ?? ''),
  );
});

test('a game is saved to a file and loaded again', async () => {
  await newGame('person', 'person');
  const { page } = app;
  await click(page, 'a1');
  await click(page, 'a2');
  await waitForMoves(page, 1);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save', exact: true }).click(),
  ]);
  const file = await download.path();
  await page.getByRole('button', { name: 'New game' }).click();
  await page.getByText('No moves yet.').waitFor();
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Load', exact: true }).click(),
  ]);
  await chooser.setFiles(file);
  await waitForMoves(page, 1);
  assert.deepEqual(await played(page), ['a1a2']);
});

test('aids are switched off and on', async () => {
  await newGame('person', 'person');
  const { page } = app;
  await page.getByLabel('Legal moves').uncheck();
  await click(page, 'a1');
  assert.match(await square(page, 'a1').getAttribute('aria-label'), /selected/);
  assert.equal(await page.locator('.target').count(), 0);
  await page.getByLabel('Count neighbours').check();
  await page.locator('b span', { hasText: '2' }).first().waitFor();
  await page.getByLabel('Legal moves').check();
  await page.getByLabel('Count neighbours').uncheck();
});
