import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { Chess } from 'chessops/chess';
import { parseSan } from 'chessops/san';
import { makeSquare } from 'chessops/util';
import { move, useApp, waitForPhone } from './app.mjs';
import { petteia } from './server.mjs';

const app = useApp();
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** White takes a poisoned pawn and is mated. */
const game = `[Event "Test"]
[White "Anna"]
[Black "Ben"]
[Result "0-1"]

1. e4 e5 2. Nf3 Nc6 3. Bc4 Nd4 4. Nxe5 Qg5 5. Nxf7 Qxg2 6. Rf1 Qxe4+ 7. Be2 Nf3# 0-1
`;

async function fresh(text) {
  await app.open('analyse');
  await app.page.evaluate(() => (localStorage.clear(), sessionStorage.clear()));
  await app.open('analyse', text.includes('[') ? { pgn: text } : { fen: text });
}

async function reviewed() {
  await fresh(game);
  await app.page.getByRole('button', { name: 'Review the game' }).click();
  await app.page.getByRole('button', { name: 'Review again' }).waitFor({ timeout: 180_000 });
}

async function exported() {
  await app.page.getByRole('button', { name: 'Export' }).click();
  const dialog = app.page.getByRole('dialog', { name: 'Export' });
  const pgn = await dialog.getByLabel('PGN').inputValue();
  await dialog.getByRole('button', { name: 'Close' }).click();
  return pgn;
}

/** The same game as `petteia annotate` reviews it. */
function annotated() {
  const folder = mkdtempSync(join(tmpdir(), 'petteia-annotate-'));
  writeFileSync(join(folder, 'in.pgn'), game);
  execFileSync(petteia(), ['annotate', join(folder, 'in.pgn'), '--out', join(folder, 'out.pgn')]);
  // Its lines are wrapped.
  const text = readFileSync(join(folder, 'out.pgn'), 'utf8').replace(/\s+/g, ' ');
  rmSync(folder, { recursive: true });
  return text;
}

const tagsOf = pgn => pgn.match(/\[(?:White|Black)(?:Accuracy|CentipawnLoss)\w* "[^"]*"\]/g);
const evaluationsOf = pgn => pgn.match(/%eval [^\]]+/g);
const glyphsOf = pgn => pgn.match(/\$\d+/g);
const said = name => app.page.locator(`[data-test="${name}"]`).textContent();

async function checkAccess(what) {
  await app.page.evaluate(axe);
  const { violations } = await app.page.evaluate(() => window.axe.run());
  const serious = violations.filter(({ impact }) => ['serious', 'critical'].includes(impact));
  assert.deepEqual(
    serious.map(({ id, nodes }) => `${id}: ${nodes.map(node => node.html).join('\n')}`),
    [],
    what,
  );
}

/** Neither inaccessible nor wider than a phone, in light and dark. */
async function checkLooks(name) {
  for (const colorScheme of ['light', 'dark']) {
    await app.page.emulateMedia({ colorScheme });
    await checkAccess(`${name}, ${colorScheme}`);
    await app.picture(`${name}-${colorScheme}`);
  }
  await app.page.emulateMedia({ colorScheme: 'light' });
  await app.page.setViewportSize({ width: 390, height: 844 });
  await waitForPhone(app.page, name);
  await app.page.screenshot({
    path: join(import.meta.dirname, 'artefacts', `${name}-phone.png`),
    fullPage: true,
  });
  await app.page.setViewportSize({ width: 1280, height: 800 });
}

test('a review is that of the command line, is shown in words and bands, and is kept', async () => {
  await reviewed();
  const { page } = app;
  assert.match(await said('white-whole'), /^\d+\.\d %$/);
  assert.match(await said('black-opening'), /^\d+\.\d %$/);
  assert.equal(await said('white-endgame'), '–');
  assert.ok(Number(await said('white-blunder')) >= 1);
  const counts = await page.locator('[data-test^="white-"].count').allTextContents();
  assert.equal(
    counts.map(Number).reduce((sum, count) => sum + count),
    7,
    'every move has a class',
  );
  for (const band of ['.white', '.draw'])
    assert.match(await page.locator(`[data-test="review-graph"] ${band}`).getAttribute('d'), /^M0,/);
  const box = await page.locator('[data-test="review-graph"]').boundingBox();
  await page.mouse.click(box.x + (box.width * 9) / 14, box.y + box.height / 2);
  await page.waitForFunction(() =>
    document.querySelector('.move[aria-current]')?.textContent.includes('Nxf7'),
  );
  assert.match(await said('verdict'), /5\. Nxf7: blunder, costs \d+ % of the point\. Better: 5\. \S+/);
  await checkLooks('review');

  const [here, there] = [await exported(), annotated()];
  for (const part of [tagsOf, evaluationsOf, glyphsOf]) {
    assert.ok(part(here).length > 0);
    assert.deepEqual(part(here), part(there));
  }
  const accuracy = await said('white-whole');
  await page.reload();
  await page.locator('[data-test="white-whole"]').waitFor();
  assert.equal(await said('white-whole'), accuracy, 'a review is kept with the game');
  await page.keyboard.press('Control+z');
});

test('a review can be stopped and leaves nothing behind', async () => {
  await fresh(game);
  const { page } = app;
  await page.getByRole('button', { name: 'Review the game' }).click();
  await page.getByRole('progressbar', { name: 'Review' }).waitFor();
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await page.getByRole('button', { name: 'Review the game' }).waitFor();
  assert.equal(await page.locator('[data-test="review-summary"]').count(), 0);
  assert.equal(evaluationsOf(await exported()), null);
});

test('mistakes are played again: wrong, a hint, the solution, right, and a summary', async () => {
  await reviewed();
  const { page } = app;
  await page.getByRole('button', { name: 'Learn from mistakes' }).click();
  const solutions = [];
  const count = Number((await said('retry-place')).match(/of (\d+)/)[1]);
  assert.ok(count >= 1);
  let tried = false;
  for (let number = 1; number <= count; number += 1) {
    assert.match(await said('retry-place'), new RegExp(`^${number} of `));
    if (/5\. Nxf7/.test(await said('retry-question'))) {
      tried = true;
      await move(page, 'e5', 'f7');
      await page
        .getByText(/Nxf7 costs \d+ % of the point\. Try again\./)
        .first()
        .waitFor();
      await page.getByRole('button', { name: 'Hint' }).click();
      await page.getByText('The piece with the circle moves.').waitFor();
      await checkLooks('retry');
    }
    await page.getByRole('button', { name: 'Show the solution' }).click();
    solutions.push((await said('retry-solution')).match(/Better: \d+(?:\.|…) (\S+)/)[1]);
    await page.getByRole('button', { name: 'Next' }).click();
  }
  assert.ok(tried, 'the blunder is among them');
  assert.match(await said('retry-summary'), new RegExp(`You found 0 of ${count}\\..*Shown: ${count}\\.`));

  await page.getByRole('button', { name: 'Once more' }).click();
  const start = new Map();
  const position = Chess.default();
  for (const san of game.split('\n\n')[1].match(/[A-Z]?[a-h]?x?[a-h][1-8][+#]?/g)) {
    start.set(san, position.clone());
    position.play(parseSan(position, san));
  }
  for (const solution of solutions) {
    const played = (await said('retry-question')).match(/\d+\. (\S+) was played/)[1];
    const { from, to } = parseSan(start.get(played), solution);
    await move(page, makeSquare(from), makeSquare(to));
    await page.getByText(`Right: ${solution} is the best move.`).first().waitFor();
    await page.getByRole('button', { name: 'Next' }).click();
  }
  assert.match(await said('retry-summary'), new RegExp(`You found ${count} of ${count}\\.`));
  await page.getByText('Black', { exact: true }).click();
  await page.getByRole('region', { name: 'Learn from mistakes' }).waitFor();
  await page.getByRole('button', { name: 'Back to the analysis' }).first().click();
  await page.getByRole('button', { name: 'Review again' }).waitFor();
});

test('another good move is right too', async () => {
  // Black has taken the queen's place and let the knight hang: many moves are better.
  await fresh(
    '[White "?"]\n\n1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. Bg5 Nbd7 5. cxd5 exd5 6. e3 c6 7. Bd3 Qa5 8. Nge2 Qxa2 9. Rxa2 *',
  );
  const { page } = app;
  await page.getByRole('button', { name: 'Review the game' }).click();
  await page.getByRole('button', { name: 'Review again' }).waitFor({ timeout: 180_000 });
  await page.getByRole('button', { name: 'Learn from mistakes' }).click();
  await page.getByText('Black', { exact: true }).click();
  await page.getByText(/Find a better move for Black/).waitFor();
  for (;;) {
    if (/8… Qxa2/.test(await said('retry-question'))) break;
    await page.getByRole('button', { name: 'Show the solution' }).click();
    await page.getByRole('button', { name: 'Next' }).click();
  }
  await move(page, 'h7', 'h6');
  await page
    .getByText(/Right: h6 is/)
    .first()
    .waitFor();
});

test('the worth of the pieces follows the game as a heat map, and one sentence tells what changed', async () => {
  await fresh(game);
  const { page } = app;
  await page.getByRole('button', { name: 'Worth of the pieces' }).click();
  await page.waitForFunction(() => document.querySelectorAll('.cg-custom-svgs text').length >= 30);
  assert.equal(await page.locator('[data-test="worth-change"]').count(), 0, 'no move yet');
  const sentence =
    /^The (pawn|knight|bishop|rook|queen) on [a-h][1-8] (lost|gained) \d+\.\d pawns of worth\.$/;
  await page.keyboard.press('ArrowRight');
  await page.locator('[data-test="worth-change"]').waitFor();
  for (let ply = 2; ply <= 9; ply += 1) await page.keyboard.press('ArrowRight');
  await page.waitForFunction(() =>
    document.querySelector('.move[aria-current]')?.textContent.includes('Nxf7'),
  );
  await page.waitForFunction(
    source =>
      new RegExp(source).test(document.querySelector('[data-test="worth-change"]')?.textContent ?? ''),
    sentence.source,
  );
  await page.waitForFunction(
    () =>
      [...document.querySelectorAll('cg-board square[class*="heat-"]')].filter(
        square => getComputedStyle(square).display !== 'none',
      ).length >= 25,
  );
  await checkLooks('worth');
  await page.getByRole('button', { name: 'Worth of the pieces' }).click();
  // chessground keeps squares that it does not use, but shows none of them.
  await page.waitForFunction(() =>
    [...document.querySelectorAll('cg-board square[class*="heat-"]')].every(
      square => getComputedStyle(square).display === 'none',
    ),
  );
});

test('a position is settled by games, with their result and its error', async () => {
  await fresh('4k3/8/8/8/8/8/8/QQQ1K3 w - - 0 1');
  const { page } = app;
  await page.getByRole('button', { name: 'Settle it' }).click();
  const panel = page.getByRole('region', { name: 'Settle it' });
  await panel.getByText(/drawn at random/).waitFor();
  await panel.getByLabel('Games').selectOption('10');
  await panel.getByLabel('Strength of both sides').selectOption({ label: '1,000 nodes a move' });
  await panel.getByRole('button', { name: 'Play it out' }).click();
  await panel.getByText('Finished.').waitFor({ timeout: 180_000 });
  assert.match(await said('settle-progress'), /10 of 10 games/);
  const result = await said('settle-result');
  const [, score, low, high] = result
    .match(/White scores (\d+) % \(95 % sure: (\d+) to (\d+) %\)/)
    .map(Number);
  assert.ok(score >= 95 && low < score && high === 100, result);
  await checkLooks('settle');
  await panel.getByRole('link', { name: 'Boards and games' }).click();
  await page.locator('[data-test="table"]').waitFor();
  assert.equal(await page.locator('section[aria-label="Finished games"] a').count(), 10);
  const games = new Set();
  for (let number = 1; number <= 10; number += 1) {
    const match = new URL(page.url()).hash.match(/match=([^&]+)/)[1];
    const pgn = await page.evaluate(
      path => fetch(path).then(answer => answer.text()),
      `./api/matches/${match}/games/${number}`,
    );
    // The moves only: clocks and times differ in any case.
    const text = pgn.replace(/\{[^}]*\}/g, '');
    games.add(text.slice(text.lastIndexOf(']') + 1));
  }
  assert.equal(games.size, 10, 'no game is played twice');
});

test('games that settle a position can be stopped, and bad positions are refused', async () => {
  await fresh('r3k2r/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R3K2R w KQkq - 0 8');
  const { page } = app;
  await page.getByRole('button', { name: 'Settle it' }).click();
  const panel = page.getByRole('region', { name: 'Settle it' });
  await panel.getByLabel('Games').selectOption('100');
  await panel.getByLabel('Strength of both sides').selectOption({ label: '20,000 nodes a move' });
  await panel.getByRole('button', { name: 'Play it out' }).click();
  await panel.getByRole('button', { name: 'Stop' }).click();
  await panel.getByText('Finished.').waitFor({ timeout: 60_000 });
  await fresh('R3k3/8/4K3/8/8/8/8/8 b - - 0 1');
  await page.getByRole('button', { name: 'Settle it' }).click();
  await panel.getByRole('button', { name: 'Play it out' }).click();
  await panel
    .getByRole('alert')
    .getByText(/the game goes on/)
    .waitFor();
});
