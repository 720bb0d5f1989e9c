import assert from 'node:assert/strict';
import { test } from 'node:test';
import { click, move, square, useApp, waitForPhone } from './app.mjs';

const app = useApp();

const searches = ['minimax', 'alpha-beta', 'negascout'];
const ask = async path => (await app.page.request.get(`${app.server.address}/api/lab/${path}`)).json();
const panel = name => app.page.locator(`[data-test="search-${name}"]`);
const shown = async name =>
  Number(await app.page.locator(`[data-test="nodes-${name}"]`).getAttribute('data-nodes'));

test('the trees show the counts of the searches', async () => {
  const { page } = app;
  await app.open('lab');
  await panel('minimax').waitFor();
  // One root, twenty moves, twenty replies to each.
  assert.equal(await shown('minimax'), 421);
  const found = await ask('searches?depth=2');
  for (const { name, root } of found) assert.equal(await shown(name), root.nodes, name);
  assert.ok((await shown('alpha-beta')) < 100);
  await app.picture('lab-search');
  await page.getByLabel('Depth').selectOption('3');
  await page.waitForFunction(
    () => document.querySelector('[data-test="nodes-minimax"]')?.getAttribute('data-nodes') === '9323',
  );
});

test('a small search is drawn whole: each node that was looked at is a node of the drawing', async () => {
  const { page } = app;
  await app.open('lab', { fen: '8/8/8/8/4k3/8/4P3/4K3 w - - 0 1' });
  for (const name of searches) {
    await panel(name).getByRole('button', { name: 'Open all' }).click();
    const looked = panel(name).locator('.node:not(.cut)');
    assert.equal(await looked.count(), await shown(name), name);
  }
  assert.equal(await panel('minimax').locator('.node.cut').count(), 0);
  assert.ok((await panel('alpha-beta').locator('.node.cut').count()) > 0);
  await panel('minimax').getByRole('button', { name: 'Close all' }).click();
  assert.equal(await panel('minimax').locator('.node').count(), 1);
  // The root opens again by keyboard.
  await panel('minimax').locator('.node').first().press('Enter');
  assert.equal(await page.locator('[data-test="search-minimax"] .node').count(), 6);
});

test('a node that was not drawn is asked for when it is opened', async () => {
  await app.open('lab');
  await app.page.getByLabel('Depth').selectOption('4');
  const node = panel('minimax').locator('.node[data-path="19"]');
  await app.page.waitForFunction(
    () => document.querySelector('[data-test="nodes-minimax"]')?.getAttribute('data-nodes') === '206604',
  );
  await node.click();
  await panel('minimax').locator('.node[data-path="19.0"]').click();
  await panel('minimax').locator('.node[data-path="19.0.0"]').waitFor();
});

test('a tree is moved by dragging, which closes no node', async () => {
  const { page } = app;
  await app.open('lab');
  const view = panel('minimax').locator('.view');
  await view.locator('.node').nth(5).waitFor();
  await view.scrollIntoViewIfNeeded();
  const nodes = await view.locator('.node').count();
  const box = await view.boundingBox();
  await page.mouse.move(box.x + 60, box.y + 120);
  await page.mouse.down();
  await page.mouse.move(box.x + 60, box.y + 60, { steps: 4 });
  await page.mouse.up();
  assert.ok((await view.evaluate(view => view.scrollTop)) > 30);
  assert.equal(await view.locator('.node').count(), nodes);
});

test('what is too much or wrong is said', async () => {
  const { page } = app;
  await app.open('lab', {
    fen: 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1',
  });
  await page.getByLabel('Depth').selectOption('4');
  await page.getByRole('alert').filter({ hasText: 'more than 250000 nodes' }).waitFor();
  await page.getByLabel('FEN').fill('8/8/8/8/8/8/8/8 w - - 0 1');
  await page.getByRole('button', { name: 'Show' }).click();
  await page.locator('.position [role="alert"]').waitFor();
  const refused = await page.request.get(`${app.server.address}/api/lab/searches?fen=nonsense&depth=2`);
  assert.equal(refused.status(), 400);
});

test('moves can be made on the board', async () => {
  const { page } = app;
  await app.open('lab');
  await square(page, 'e2').waitFor();
  await move(page, 'e2', 'e4');
  await page.waitForFunction(() => document.querySelector('form input')?.value.includes('4P3'));
  await panel('minimax').waitFor();
});

test('a Monte Carlo tree grows while one looks, and stops', async () => {
  const { page } = app;
  await app.open('lab', { show: 'monteCarlo' });
  await page.getByLabel('Simulations').selectOption('10000');
  await page.getByRole('button', { name: 'Grow' }).click();
  const count = page.locator('[data-test="simulations"]');
  const simulations = async () => Number(await count.getAttribute('data-count'));
  const reach = least =>
    page.waitForFunction(
      least => Number(document.querySelector('[data-test="simulations"]')?.dataset.count) >= least,
      least,
    );
  await reach(1);
  const few = await simulations();
  const tree = page.locator('[data-test="growing-tree"] .node');
  await reach(few + 10);
  assert.ok((await tree.count()) > 5);
  assert.match(await page.locator('[data-test="monte-carlo"] tbody tr').first().innerText(), /0\.\d\d/);
  await page.getByRole('button', { name: 'Stop' }).click();
  const stopped = await simulations();
  assert.ok(stopped < 10_000);
  await app.picture('lab-monte-carlo');
  await page.waitForTimeout(500);
  assert.equal(await simulations(), stopped);
});

test('a proved mate ends a Monte Carlo tree', async () => {
  const { page } = app;
  await app.open('lab', { show: 'monteCarlo', fen: '6k1/5ppp/8/8/8/8/5PPP/1R1R2K1 w - - 0 1' });
  await page.getByRole('button', { name: 'Grow' }).click();
  const best = page.locator('[data-test="monte-carlo"] tbody tr').first();
  await best.getByText('wins').waitFor();
  assert.match(await best.innerText(), /R[bd]1?[bd]?8#/);
  await page.getByRole('button', { name: 'Grow' }).waitFor();
});

test('bitboards show how a slider’s attacks are looked up', async () => {
  const { page } = app;
  await app.open('lab', { show: 'bitboards', fen: '3r2k1/5pp1/7p/8/1p1R4/8/5PPP/3B2K1 w - - 0 1' });
  const squares = async name => page.locator(`[data-test="set-${name}"]`).getAttribute('data-squares');
  await page.locator('[data-test="set-attacks"]').waitFor();
  assert.equal(await squares('attacks'), 'd1 d2 d3 b4 c4 e4 f4 g4 h4 d5 d6 d7 d8');
  assert.equal(await squares('relevant'), 'd2 d3 b4 c4 e4 f4 g4 d5 d6 d7');
  assert.equal(await squares('blockers'), 'b4');
  assert.equal(await page.locator('[data-test="pext-index"]').innerText(), '4');
  await click(page, 'd1');
  await page.locator('[data-test="square"]', { hasText: 'd1' }).waitFor();
  await page.waitForFunction(
    () => document.querySelector('[data-test="set-attacks"]')?.dataset.squares === 'c2 e2 b3 f3 a4 g4 h5',
  );
  await app.picture('lab-bitboards');
});

test('the results of the experiments have bars', async () => {
  const { page } = app;
  await app.open('lab', { show: 'results' });
  const results = page.locator('[data-test="results"]');
  const searches = results.getByRole('region', { name: 'searches' });
  await searches.getByText('29,224,530').waitFor();
  const bars = searches.locator('[data-test="bar"] i');
  const widths = await bars.evaluateAll(bars => bars.map(bar => bar.getBoundingClientRect().width));
  assert.ok(Math.max(...widths) > 20);
  const games = results.locator('[data-test="games"]').first();
  assert.match(await games.getByRole('img').first().getAttribute('aria-label'), /White|%/);
  await games.getByLabel(/Score \d+ %, with 95 % between/).waitFor();
  await app.picture('lab-results');
});

test('every technique fits on a phone', async () => {
  const { page } = app;
  await page.setViewportSize({ width: 390, height: 844 });
  for (const show of ['search', 'monteCarlo', 'bitboards', 'results']) {
    await app.open('lab', { show });
    if (show === 'monteCarlo') await page.getByRole('button', { name: 'Grow' }).click();
    await page.waitForTimeout(1500);
    await waitForPhone(page, show);
    await app.picture(`lab-${show}-phone`);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
});
