import assert from 'node:assert/strict';
import { test } from 'node:test';
import { move, moves, waitForMoves, square, useApp, waitForAnnouncement } from './app.mjs';

const app = useApp();

const game = `[Event "Test"]
[White "Anna"]
[Black "Ben"]
[Result "1-0"]

{ Before the game } 1. e4 $1 { best by test } 1... e5 ( 1... c5 { Sicilian } 2. Nf3 ( 2. c3 d5 ) 2... d6 ) 2. Nf3 Nc6 $6 3. Bc4 Nd4 { [%csl Rf7] } 4. Nxe5 Qg5 5. Nxf7 Qxg2 6. Rf1 Qxe4+ 7. Be2 Nf3# 1-0
`;

async function fresh() {
  await app.open('analyse');
  await app.page.getByRole('button', { name: 'New', exact: true }).click();
}

async function bringIn(text) {
  await app.page.getByRole('button', { name: 'Import' }).click();
  const dialog = app.page.getByRole('dialog', { name: 'Import' });
  await dialog.getByLabel('PGN or FEN').fill(text);
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
}

async function exported() {
  await app.page.getByRole('button', { name: 'Export' }).click();
  const dialog = app.page.getByRole('dialog', { name: 'Export' });
  const [fen, pgn] = [
    await dialog.getByLabel('FEN').inputValue(),
    await dialog.getByLabel('PGN').inputValue(),
  ];
  await dialog.getByRole('button', { name: 'Close' }).click();
  return { fen, pgn };
}

test('a PGN with variations goes out as it came in', async () => {
  await fresh();
  await bringIn(game);
  await app.page.getByText('Sicilian').waitFor();
  assert.equal((await exported()).pgn, game);
  await app.page.keyboard.press('End');
  await waitForAnnouncement(app.page, /checkmate/);
  await app.picture('analyse-pgn');
});

test('a FEN goes out as it came in', async () => {
  await fresh();
  const fen = 'r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 3 20';
  await bringIn(fen);
  assert.match(await square(app.page, 'a8').getAttribute('aria-label'), /black rook/);
  assert.equal((await exported()).fen, fen);
});

test('bad text is refused with a reason, and what is good of a game is kept', async () => {
  await fresh();
  await bringIn('Ke4 and nonsense');
  await app.page.getByText('“Ke4” is not a legal move after the start.').waitFor();
  await app.page.keyboard.press('Escape');
  await bringIn('1. e4 e5 2. Ke4');
  await app.page.getByText('“Ke4” is not a legal move after 1… e5.').waitFor();
  assert.deepEqual(await moves(app.page), ['e4', 'e5']);
});

test('the engine shows lines and moves the bar', async () => {
  await fresh();
  const { page } = app;
  await page.getByLabel('Lines', { exact: true }).first().selectOption('3');
  await page.waitForFunction(() => document.querySelectorAll('[data-test="line"] b').length === 3);
  await page.waitForFunction(
    () => /depth (\d+)/.exec(document.querySelector('[data-test="depth"]')?.textContent ?? '')?.[1] > 5,
  );
  const bar = page.getByRole('meter', { name: 'Evaluation' });
  const level = Number(await bar.getAttribute('aria-valuenow'));
  assert.ok(level > 40 && level < 65, `about level at the start: ${level}`);
  await app.picture('analyse');
  await bringIn('4k3/8/8/8/8/8/8/QQQ1K3 w - - 0 1');
  await page.waitForFunction(
    () => Number(document.querySelector('[role="meter"]')?.getAttribute('aria-valuenow')) > 95,
  );
});

test('the engine rests while the page is hidden, and goes on when it is seen again', async () => {
  const page = await app.browser.context.newPage();
  const asked = [];
  page.on('websocket', socket => socket.on('framesent', ({ payload }) => asked.push(String(payload))));
  const waitFor = async type => {
    while (!asked.some(message => message.includes(`"type":"${type}"`))) await page.waitForTimeout(20);
    asked.length = 0;
  };
  const show = state =>
    page.evaluate(shown => {
      Object.defineProperty(document, 'visibilityState', { value: shown, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, state);
  await page.clock.install();
  await page.goto(`${app.server.address}/#/analyse`);
  await waitFor('position');
  await show('hidden');
  await page.clock.runFor(50_000);
  assert.deepEqual(asked, [], 'a glance at another page does not stop it');
  await page.clock.runFor(11_000);
  await waitFor('stop');
  await show('visible');
  await waitFor('position');
  await page.close();
});

test('the threat view looks at the other side, and Space plays the best move', async () => {
  await fresh();
  const { page } = app;
  await bringIn('6k1/5ppp/8/8/8/8/q4PPP/3R2K1 b - - 0 1');
  await page.getByRole('button', { name: 'Threat' }).click();
  await page.waitForFunction(() =>
    /Rd8/.test(document.querySelector('[data-test="line"]')?.textContent ?? ''),
  );
  await page.getByRole('button', { name: 'Threat' }).click();
  await page.waitForFunction(
    () =>
      document.querySelector('[data-test="line"] b') &&
      !/Rd8/.test(document.querySelector('[data-test="line"] button')?.textContent ?? 'Rd8'),
  );
  await page.locator('h1').evaluate(() => document.activeElement?.blur());
  await page.keyboard.press(' ');
  await page.waitForFunction(() => document.querySelectorAll('.pair .move').length === 1);
});

test('moves on the board make variations, which keys walk and the tree keeps over a reload', async () => {
  await fresh();
  const { page } = app;
  await move(page, 'e2', 'e4');
  await waitForMoves(page, 1);
  await move(page, 'e7', 'e5');
  await waitForMoves(page, 2);
  await page.keyboard.press('ArrowLeft');
  await move(page, 'c7', 'c5');
  await page.locator('.aside').waitFor();
  assert.deepEqual(await moves(page), ['e4', 'e5']);
  assert.match(await page.locator('.aside').textContent(), /c5/);
  await page.keyboard.press('ArrowUp');
  await page.waitForFunction(() => document.querySelector('.move[aria-current]')?.textContent.includes('e5'));
  await page.reload();
  await page.locator('.aside').waitFor();
  assert.equal((await page.locator('.move[aria-current]').textContent()).trim(), 'e5');
});

test('a comment and a glyph are written and exported', async () => {
  await fresh();
  const { page } = app;
  await move(page, 'e2', 'e4');
  await page.getByRole('button', { name: 'Annotate' }).click();
  await page.getByLabel('Comment').fill('The king’s pawn');
  await page.getByRole('button', { name: 'Good move' }).click();
  assert.match((await exported()).pgn, /1\. e4 \$1 \{ The king’s pawn \}/);
});

test('a review draws the graph of a game', async () => {
  await fresh();
  const { page } = app;
  await bringIn(game);
  await page.getByRole('button', { name: 'Review the game' }).click();
  await page.getByRole('button', { name: 'Review again' }).waitFor({ timeout: 120_000 });
  assert.ok((await page.locator('.pair small').count()) >= 13, 'every move has its number');
  await page.keyboard.press('End');
  await app.picture('analyse-review');
  await page.reload();
  await page.locator('.pair small').first().waitFor();
  assert.ok((await page.locator('.pair small').count()) >= 13, 'a review is kept with the game');
  assert.match((await exported()).pgn, /\[%eval -?\d/);
});

test('a position is set up by hand', async () => {
  await fresh();
  const { page } = app;
  await page.getByRole('button', { name: 'Set up' }).click();
  const dialog = page.getByRole('dialog', { name: 'Set up a position' });
  await dialog.getByRole('button', { name: 'Clear' }).click();
  for (const [piece, name] of [
    ['white king', 'e1'],
    ['black king', 'e8'],
    ['white queen', 'd1'],
  ]) {
    await dialog.getByRole('button', { name: piece, exact: true }).click();
    const box = await dialog.locator(`[data-square="${name}"]`).boundingBox();
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await dialog.locator(`[data-square="${name}"][aria-label="${name}, ${piece}"]`).waitFor();
  }
  assert.equal(await dialog.getByLabel('FEN').inputValue(), '4k3/8/8/8/8/8/8/3QK3 w - - 0 1');
  await app.picture('analyse-editor');
  await dialog.getByRole('button', { name: 'Analyse' }).click();
  assert.match(await square(page, 'd1').getAttribute('aria-label'), /white queen/);
});

test('a link holds the whole game', async () => {
  await app.open('analyse', { pgn: game, ply: '3' });
  await app.page.waitForFunction(() =>
    document.querySelector('.move[aria-current]')?.textContent.includes('Nf3'),
  );
  assert.equal((await exported()).pgn, game);
});

test('the evaluation tells what it thinks of each piece', async () => {
  await fresh();
  await app.page.getByRole('button', { name: 'Worth of the pieces' }).click();
  const terms = app.page.getByRole('region', { name: 'Evaluation by term' });
  await terms.getByText('Static evaluation').waitFor();
  // The net says one number, the terms add up to another.
  await terms.getByText(/net/).first().waitFor();
  await terms
    .getByText(/classical/)
    .first()
    .waitFor();
  await app.page.waitForFunction(() => document.querySelectorAll('.cg-custom-svgs text').length >= 30);
  await app.picture('analyse-worth');
});

test('a game is kept, found, opened and deleted', async () => {
  await fresh();
  const { page } = app;
  await bringIn(game);
  await page.getByRole('button', { name: 'Save to Games' }).click();
  await page.locator('main').getByText('Saved to Games.').waitFor();
  await app.open('games');
  await page.getByLabel('Player', { exact: true }).fill('anna');
  await page.getByRole('link', { name: 'Anna – Ben' }).waitFor();
  await app.picture('games');
  await page.getByRole('link', { name: 'Anna – Ben' }).click();
  await page.getByText('Sicilian').waitFor();
  await app.open('games');
  await page.getByLabel('Player', { exact: true }).fill('anna');
  await page.getByRole('button', { name: 'Delete Anna – Ben' }).click();
  await page.getByRole('button', { name: 'Really delete?' }).click();
  await page.getByRole('link', { name: 'Anna – Ben' }).waitFor({ state: 'detached' });
});

const list = () => app.page.getByRole('navigation', { name: 'Open analyses' });

/** The analyses of earlier tests are open still: a browser without them. */
async function cleared() {
  await app.open('analyse');
  await app.page.evaluate(() => (localStorage.clear(), sessionStorage.clear()));
  await app.open('analyse');
}

test('“Play from here” leaves the analysed game alone', async () => {
  await cleared();
  const { page } = app;
  await bringIn(game);
  await page.locator('.move', { hasText: 'Bc4' }).first().click();
  await page.getByRole('link', { name: 'Play from here' }).click();
  await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
  assert.match(page.url(), /#\/play/);
  await page.getByRole('link', { name: 'Analyse', exact: true }).click();
  await page.getByText('Sicilian').waitFor();
  assert.equal((await exported()).pgn, game);
});

test('a new analysis opens beside the last one, which can be shown, closed and reopened', async () => {
  await cleared();
  const { page } = app;
  await bringIn(game);
  await page.getByRole('button', { name: 'New', exact: true }).click();
  await page.getByText('Sicilian').waitFor({ state: 'detached' });
  await move(page, 'd2', 'd4');
  await waitForMoves(page, 1);
  await list().getByRole('button', { name: '1. d4', exact: true }).waitFor();
  await app.picture('analyse-tabs');
  await page.reload();
  assert.deepEqual(await moves(page), ['d4'], 'a reload shows what the tab showed');
  await list().getByRole('button', { name: 'Anna – Ben', exact: true }).click();
  await page.getByText('Sicilian').waitFor();
  await list().getByRole('button', { name: 'Close Anna – Ben' }).click();
  await page.getByText('Sicilian').waitFor({ state: 'detached' });
  assert.deepEqual(await moves(page), ['d4']);
  await list().getByRole('button', { name: 'Reopen Anna – Ben' }).click();
  await page.getByText('Sicilian').waitFor();
  assert.equal((await exported()).pgn, game);
});

test('changes can be undone and done again', async () => {
  await cleared();
  const { page } = app;
  await bringIn(game);
  await page.locator('.move', { hasText: 'Bc4' }).first().click();
  await page.getByRole('button', { name: 'Annotate' }).click();
  await page.getByRole('button', { name: 'Delete from here' }).click();
  await page.waitForFunction(() => document.querySelectorAll('.pair .move').length === 4);
  await page.keyboard.press('Control+z');
  await waitForMoves(page, 14);
  assert.equal((await exported()).pgn, game);
  await page.keyboard.press('Control+y');
  await page.waitForFunction(() => document.querySelectorAll('.pair .move').length === 4);
});

test('the same game is saved once', async () => {
  await cleared();
  const { page } = app;
  const save = page.getByRole('button', { name: 'Save to Games' });
  assert.ok(await save.isDisabled(), 'an empty board is no game');
  await move(page, 'c2', 'c4');
  await save.click();
  await page.locator('main').getByText('Saved to Games.').waitFor();
  await save.click();
  await page.locator('main').getByText('Already in Games.').waitFor();
});

test('a file with a bad game says what is wrong with it', async () => {
  await app.open('games');
  const { page } = app;
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Import' }).click();
  const bad = '[Event "?"]\n\n1. e4 *\n\n[Event "?"]\n\n1. e4 e5 2. Qh6 *\n';
  await (await choosing).setFiles({ name: 'bad.pgn', mimeType: 'text/plain', buffer: Buffer.from(bad) });
  await page
    .getByRole('alert')
    .getByText(/game 2.*Qh6/)
    .waitFor();
  await page.waitForTimeout(500);
  assert.ok(await page.getByRole('alert').isVisible(), 'the message stays');
});

test('the wheel steps through the game, and a pasted text opens', async () => {
  await cleared();
  const { page } = app;
  await page.evaluate(text => {
    const data = new DataTransfer();
    data.setData('text', text);
    window.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }));
  }, game);
  await page.getByText('Sicilian').waitFor();
  const box = await square(page, 'd4').boundingBox();
  await page.mouse.move(box.x, box.y);
  await page.mouse.wheel(0, 120);
  await page.waitForFunction(() => document.querySelector('.move[aria-current]')?.textContent.includes('e5'));
  await page.mouse.wheel(0, -60);
  await page.waitForFunction(() => document.querySelector('.move[aria-current]')?.textContent.includes('e4'));
});

test('a move has a menu, and a line of the engine a small board', async () => {
  await cleared();
  const { page } = app;
  await bringIn(game);
  await page.locator('.aside .move', { hasText: 'c5' }).first().click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Make main line' }).click();
  await page.waitForFunction(() =>
    [...document.querySelectorAll('.pair .move')].some(move => move.textContent.includes('c5')),
  );
  await page.locator('[data-test="line"] button').nth(1).hover();
  await page.locator('[data-test="peek"] piece').first().waitFor();
  await app.picture('analyse-peek');
});

test('keys put signs on moves and show threats', async () => {
  await cleared();
  const { page } = app;
  await move(page, 'e2', 'e4');
  await waitForMoves(page, 1);
  await page.keyboard.press('2');
  assert.match((await exported()).pgn, /1\. e4 \$1/);
  await page.keyboard.press('5');
  assert.match((await exported()).pgn, /1\. e4 \$2/, 'a move has one sign');
  await page.keyboard.press('5');
  assert.doesNotMatch((await exported()).pgn, /\$/);
  await page.keyboard.press('x');
  await page.locator('button[aria-label="Threat"][aria-pressed="true"]').waitFor();
});

test('a file that is dropped anywhere opens, and the position has its FEN below the board', async () => {
  await cleared();
  const { page } = app;
  await page.evaluate(text => {
    const data = new DataTransfer();
    data.items.add(new File([text], 'game.pgn'));
    document
      .querySelector('nav')
      .dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
  }, game);
  await page.getByText('Sicilian').waitFor();
  await page.keyboard.press('End');
  assert.match(await page.getByLabel('FEN of the position').inputValue(), / w Qkq - /);
});

test('piece letters of other languages and figurines are understood', async () => {
  const { page } = app;
  for (const text of [
    '1. e4 e5 2. Sf3 Sc6',
    '1. e4 e5 2. Cf3 Cc6',
    '1. e4 e5 2. ♘f3 ♞c6',
    '1. e4 e5 2. Pf3 Pc6',
  ]) {
    await cleared();
    await bringIn(text);
    await waitForMoves(page, 4);
    assert.deepEqual(await moves(page), ['e4', 'e5', 'Nf3', 'Nc6'], text);
  }
});

test('the page works where browsers withhold functions from unencrypted pages', async () => {
  const page = await app.browser.context.newPage();
  await page.addInitScript(() => delete Crypto.prototype.randomUUID);
  await page.goto(`${app.server.address}/#/analyse`);
  await page.locator('[data-test="score"]').waitFor();
  await page.close();
});
