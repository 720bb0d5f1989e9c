import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Chess } from 'chessops/chess';
import { makeUci } from 'chessops';
import { parseFen } from 'chessops/fen';
import { move, useApp, waitForAnnouncement } from './app.mjs';

const app = useApp();

/** The puzzle on the page, as the server gave it. */
async function openPuzzle() {
  const answer = app.page.waitForResponse(/api\/puzzles\/next/);
  await app.open('puzzles');
  return (await answer).json();
}

const statistics = () => app.page.locator('[data-test="statistics"]').innerText();
const remark = app => app.page.locator('[data-test="remark"]');

async function play(uci) {
  await move(app.page, uci.slice(0, 2), uci.slice(2, 4));
  if (uci.length > 4) await app.page.getByRole('button', { name: 'queen' }).click();
}

test('a puzzle is solved move by move, and counts', async () => {
  const { page } = app;
  const task = await openPuzzle();
  assert.ok(task.statistics.puzzles >= 500, 'there are puzzles from the first start');
  await page.getByRole('heading', { name: /to move: find the winning move/ }).waitFor();
  for (let place = 0; place < task.line.length; place += 2) {
    await play(task.line[place].uci);
    if (place + 1 < task.line.length) {
      await remark(app).getByText('Right. It goes on.').waitFor();
      await page.waitForTimeout(800);
    }
  }
  await remark(app).getByText('Solved.').waitFor();
  await page.waitForFunction(() =>
    /1 of 1/.test(document.querySelector('[data-test="statistics"]')?.textContent ?? ''),
  );
  await app.picture('puzzle-solved');
  const next = page.waitForResponse(/api\/puzzles\/next/);
  await page.getByRole('button', { name: 'Next puzzle' }).click();
  assert.notEqual((await (await next).json()).id, task.id);
});

test('a wrong move goes back and is told at once; the puzzle counts as missed', async () => {
  const { page } = app;
  const task = await openPuzzle();
  const position = Chess.fromSetup(parseFen(task.fen).unwrap()).unwrap();
  const isMate = mv => {
    const after = position.clone();
    after.play(mv);
    return after.isCheckmate();
  };
  const others = [...position.allDests()].flatMap(([from, tos]) => [...tos].map(to => ({ from, to })));
  const wrong = others.find(
    mv =>
      !isMate(mv) &&
      position.board.getRole(mv.from) !== 'pawn' &&
      makeUci(mv) !== task.line[0].uci.slice(0, 4) &&
      position.board.getColor(mv.to) !== position.turn,
  );
  await play(makeUci(wrong));
  await remark(app)
    .getByText(/does not win\. Try again\./)
    .waitFor();
  await page.waitForFunction(() =>
    /1 of 2/.test(document.querySelector('[data-test="statistics"]')?.textContent ?? ''),
  );
  await page.getByRole('button', { name: 'Hint' }).click();
  await remark(app)
    .getByText(`The piece on ${task.line[0].uci.slice(0, 2)} moves.`)
    .waitFor();
  await page.getByRole('button', { name: 'Show the solution' }).click();
  await waitForAnnouncement(page, /This is the solution/);
  await page.getByRole('button', { name: 'Next puzzle' }).waitFor();
  assert.match(await statistics(), /1 of 2/, 'what came first counts');
  assert.match(await statistics(), /In a row\s+0/);
  await app.picture('puzzle-shown');
});
