import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeSquare } from 'chessops/util';
import {
  click,
  drag,
  move,
  moves,
  positionOn,
  square,
  startGame,
  useApp,
  waitForAnnouncement,
  waitForMoves,
} from './app.mjs';

const app = useApp();

test('a mate in one is played by clicks, shown and announced', async () => {
  await startGame(app, { fen: '6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1' });
  await move(app.page, 'a1', 'a8');
  await app.page.locator('[data-test="result"]').waitFor();
  assert.match(await app.page.locator('[data-test="result"]').textContent(), /1–0.*checkmate/is);
  await waitForAnnouncement(app.page, /rook a8, checkmate/);
  await app.picture('play-mate');
});

test('a game that is over is reviewed by one click, from the side that was played', async () => {
  await startGame(app, { color: 'Black', fen: 'r3k3/8/8/8/8/8/5PPP/6K1 b - - 0 1' });
  const { page } = app;
  await move(page, 'a8', 'a1');
  await page.locator('[data-test="result"]').waitFor();
  await page.getByRole('link', { name: 'Review' }).click();
  await page.getByRole('button', { name: 'Review again' }).waitFor({ timeout: 120_000 });
  assert.equal(await page.locator('[data-test="black-blunder"]').textContent(), '0');
  const [own, other] = await Promise.all(['g8', 'g1'].map(name => square(page, name).boundingBox()));
  assert.ok(own.y > other.y, 'Black is below');
});

test('a pawn promotes to what is chosen, and the choice can be cancelled', async () => {
  await startGame(app, { fen: '8/P6k/8/8/8/8/8/K7 w - - 0 1' });
  const { page } = app;
  await move(page, 'a7', 'a8');
  const choice = page.getByRole('dialog', { name: 'Promote to' });
  await choice.waitFor();
  await page.keyboard.press('Escape');
  await choice.waitFor({ state: 'detached' });
  assert.deepEqual(await moves(page), []);
  await move(page, 'a7', 'a8');
  await app.picture('play-promotion');
  await choice.getByRole('button', { name: 'knight' }).click();
  await waitForMoves(page, 1);
  assert.equal((await moves(page))[0], 'a8=N');
});

test('castling works by the king’s step', async () => {
  await startGame(app, { fen: 'r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1' });
  await move(app.page, 'e1', 'g1');
  await waitForMoves(app.page, 1);
  assert.equal((await moves(app.page))[0], 'O-O');
});

test('castling works by taking the rook, and by dragging', async () => {
  await startGame(app, { fen: 'r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1' });
  await drag(app.page, 'e1', 'a1');
  await waitForMoves(app.page, 1);
  assert.equal((await moves(app.page))[0], 'O-O-O');
});

test('a pawn takes en passant', async () => {
  await startGame(app, { fen: '4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1' });
  await move(app.page, 'e5', 'd6');
  await waitForMoves(app.page, 1);
  assert.equal((await moves(app.page))[0], 'exd6');
  assert.match(await square(app.page, 'd5').getAttribute('aria-label'), /empty/);
});

test('a move and its reply are taken back', async () => {
  await startGame(app);
  await move(app.page, 'e2', 'e4');
  await waitForMoves(app.page, 2);
  await app.page.getByRole('button', { name: 'Take back' }).click();
  await app.page.getByText('No moves yet.').waitFor();
  assert.match(await square(app.page, 'e2').getAttribute('aria-label'), /white pawn/);
});

test('an illegal move goes nowhere', async () => {
  await startGame(app);
  await move(app.page, 'e2', 'e5');
  assert.deepEqual(await moves(app.page), []);
  await app.page.getByLabel('Type a move').fill('Ke2');
  await app.page.keyboard.press('Enter');
  await app.page.getByText('“Ke2” is not a legal move here.').waitFor();
});

test('a game survives a reload in its middle', async () => {
  await startGame(app);
  await move(app.page, 'd2', 'd4');
  await waitForMoves(app.page, 2);
  const before = await moves(app.page);
  await app.page.reload();
  await waitForMoves(app.page, 2);
  assert.deepEqual(await moves(app.page), before);
  await app.page.getByRole('button', { name: 'Resign' }).waitFor();
});

test('a game from a position survives a reload too', async () => {
  await startGame(app, { fen: '4k3/8/8/8/8/8/PPPPPPPP/4K3 w - - 0 1' });
  await move(app.page, 'a2', 'a4');
  await waitForMoves(app.page, 2);
  await app.page.reload();
  await waitForMoves(app.page, 2);
  assert.equal((await moves(app.page))[0], 'a4');
});

test('a player who resigns has lost, and a draw can be offered', async () => {
  await startGame(app, { color: 'Black' });
  await waitForMoves(app.page, 1);
  await app.page.getByRole('button', { name: 'Offer draw' }).click();
  await waitForAnnouncement(app.page, /declines|[Dd]raw/);
  await app.page.getByRole('button', { name: 'Resign' }).click();
  await app.page.getByRole('button', { name: 'Really resign?' }).click();
  assert.match(await app.page.locator('[data-test="result"]').textContent(), /1–0/);
});

test('Petteia offers a draw where nothing can happen, and the offer can be accepted', async () => {
  await startGame(app, { fen: '6b1/7k/8/8/8/8/8/B3K3 w - - 0 1' });
  const { page } = app;
  // Dark squares, where the bishop cannot give check.
  const way = ['e1', 'd2', 'c1', 'b2', 'a3', 'b2', 'c1', 'd2', 'e1', 'f2', 'g1', 'h2'];
  const offer = page.locator('[data-test="offer"]');
  for (let step = 1; step < way.length && !(await offer.isVisible()); step += 1) {
    await move(page, way[step - 1], way[step]);
    await waitForMoves(page, 2 * step);
  }
  await offer.waitFor();
  await page.getByRole('button', { name: 'Accept draw' }).click();
  assert.match(await page.locator('[data-test="result"]').textContent(), /½–½.*agreement/s);
});

test('a link with an impossible position says what is wrong with it', async () => {
  await app.open('play', { fen: '6bk/8/8/8/8/8/8/B3K3 w - - 0 1' });
  await app.page.getByText('the side that has just moved is in check').waitFor();
});

test('a level takes its time over a move, if that is wanted', async () => {
  await startGame(app, { pace: true });
  await move(app.page, 'a2', 'a3');
  await app.page.getByText('Petteia is thinking…').waitFor();
  await waitForMoves(app.page, 2);
});

test('clocks run, and only for the side to move', async () => {
  await startGame(app, { time: '3+2' });
  await move(app.page, 'e2', 'e4');
  await waitForMoves(app.page, 2);
  const mine = app.page.getByRole('timer', { name: 'Clock of You' });
  const first = await mine.textContent();
  await app.page.waitForFunction(
    text => document.querySelector('[data-side="white"] [role="timer"]')?.textContent !== text,
    first,
  );
  assert.match(await mine.getAttribute('class'), /running/);
});

test('on a phone a game begins with the whole board in sight', async () => {
  const { page } = app;
  await page.setViewportSize({ width: 390, height: 844 });
  await startGame(app, { color: 'Black' });
  await waitForMoves(page, 1);
  assert.equal(await page.evaluate(() => scrollY), 0);
  const board = await page.locator('.cg-wrap').first().boundingBox();
  assert.ok(board.y >= 0 && board.y + board.height <= 844, `${board.y} to ${board.y + board.height}`);
  await page.setViewportSize({ width: 1280, height: 800 });
});

test('Home and End go through the game, and captured pieces can be seen on dark pages', async () => {
  const { page } = app;
  await page.emulateMedia({ colorScheme: 'dark' });
  await startGame(app, { fen: '4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1' });
  await move(page, 'e4', 'd5');
  await waitForMoves(page, 2);
  await page.keyboard.press('Home');
  await page.waitForFunction(() => !document.querySelector('.move[aria-current]'));
  assert.match(await square(page, 'e4').getAttribute('aria-label'), /white pawn/);
  await page.keyboard.press('End');
  await page.locator('.move[aria-current]').waitFor();
  const pawn = page.getByRole('img', { name: /ahead/ }).locator('.piece-icon').first();
  assert.notEqual(await pawn.evaluate(icon => getComputedStyle(icon).filter), 'none', 'it has an outline');
  await page.emulateMedia({ colorScheme: 'light' });
});

test('a premove is played after the reply', async () => {
  await startGame(app, { elo: 2850, time: '3+2' });
  const { page } = app;
  await move(page, 'a2', 'a3');
  // Full strength thinks for a while: time enough to plan the next move.
  await move(page, 'h2', 'h3');
  await waitForMoves(page, 3);
  assert.equal((await moves(page))[2], 'h3');
});

test('Chess960 starts from the number that was chosen', async () => {
  await startGame(app, { start: 'Chess960', number: 0 });
  assert.match(await square(app.page, 'a1').getAttribute('aria-label'), /white bishop/);
});

test('a whole game is played by clicks to its end', async () => {
  await startGame(app, { elo: 2000 });
  const { page } = app;
  let seed = 7;
  const chance = below => (seed = (seed * 1103515245 + 12345) % 2147483648) % below;
  for (let ply = 0; ply < 400; ply += 2) {
    await waitForMoves(page, ply);
    if (await page.locator('[data-test="result"]').isVisible()) break;
    const position = await positionOn(page);
    if (position.isEnd()) break;
    const legal = [...position.allDests()].flatMap(([from, dests]) => [...dests].map(to => [from, to]));
    const [from, to] = legal[chance(legal.length)];
    await click(page, makeSquare(from));
    await click(page, makeSquare(to));
    const choice = page.getByRole('dialog', { name: 'Promote to' });
    if (position.board.getRole(from) === 'pawn' && (to >= 56 || to < 8))
      await choice.getByRole('button').first().click();
    await page.waitForFunction(
      wanted =>
        document.querySelector('[data-test="result"]') ||
        document.querySelectorAll('.pair .move').length >= wanted,
      ply + 2,
    );
  }
  await page.locator('[data-test="result"]').waitFor();
  const end = await positionOn(page);
  assert.match(
    await page.locator('[data-test="result"]').textContent(),
    end.isCheckmate() ? /checkmate/ : /./,
  );
  await app.picture('play-over');
});
