/**
 * Makes the pictures of README and docs/WEB.md anew: `npm run pictures [PAGE...]`. Each page is one picture: on a
 * desktop and on a phone, light and dark. Two of the README are larger.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { click, move, startGame, waitForMoves } from './app.mjs';
import { openBrowser } from './browser.mjs';
import { startServer } from './server.mjs';

const folder = join(import.meta.dirname, '../../docs/images');
mkdirSync(folder, { recursive: true });

const desktop = { width: 1200, height: 750 };
const phone = { width: 390, height: 844 };
const shades = ['light', 'dark'];

// Paris 1858: short, and everything happens.
const opera = `[White "Morphy"]
[Black "Duke Karl and Count Isouard"]
[Result "1-0"]

1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 9. Bg5 b5
10. Nxb5 cxb5 11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ Nxb8 17. Rd8# 1-0
`;

// Short games, for the page Games.
const others = `[White "Scholar"]
[Black "Beginner"]
[Date "2026.11.01"]
[Result "1-0"]

1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0

[White "Legall"]
[Black "Saint Brie"]
[Date "1750.??.??"]
[Result "1-0"]

1. e4 e5 2. Bc4 d6 3. Nf3 Bg4 4. Nc3 g6 5. Nxe5 Bxd1 6. Bxf7+ Ke7 7. Nd5# 1-0

[White "Impatient"]
[Black "Quiet"]
[Date "2026.11.02"]
[Result "0-1"]

1. f3 e5 2. g4 Qh4# 0-1
`;

/** The larger pictures: which of a page's four. */
const larger = { analyse: 0, neighbours: 1 };

const app = { server: await startServer() };
const { context, close } = await openBrowser({ viewport: desktop });
app.page = context.pages()[0];
const { page } = app;

app.open = async (name, params = {}) => {
  await page.goto('about:blank');
  await page.goto(`${app.server.address}/#/${name}?${new URLSearchParams(params)}`);
  await page.waitForSelector('main > *');
};

/** What each page shows, in the order in which they are made: later ones show what earlier ones left. */
const pages = {
  play: async () => {
    await startGame(app, { elo: 1500 });
    for (const [number, [from, to]] of [
      ['e2', 'e4'],
      ['g1', 'f3'],
    ].entries()) {
      await move(page, from, to);
      await waitForMoves(page, 2 * number + 2);
    }
  },
  analyse: async () => {
    await app.open('analyse', { pgn: opera, ply: '21' });
    await page.getByLabel('Lines', { exact: true }).first().selectOption('3');
    await page.getByRole('button', { name: 'Review the game' }).click();
    await page.getByRole('button', { name: 'Review again' }).waitFor({ timeout: 120_000 });
    await page.waitForTimeout(4000);
  },
  puzzles: () => app.open('puzzles'),
  watch: async () => {
    await app.open('watch');
    await page.getByRole('button', { name: 'Start the match' }).click();
    await page.waitForTimeout(20_000);
  },
  neighbours: async () => {
    await app.open('neighbours');
    for (const [from, to] of [
      ['a1', 'a2'],
      ['h1', 'h2'],
      ['d1', 'f3'],
    ]) {
      await click(page, from);
      await click(page, to);
      await page.waitForTimeout(2500);
    }
    await page.getByLabel('Count neighbours').check();
    await page.getByRole('button', { name: 'Hint' }).click();
    await page.locator('.hinted').first().waitFor();
  },
  learn: () => app.open('learn'),
  lab: async () => {
    await app.open('lab', { fen: '3r2k1/5pp1/7p/8/1p1R4/8/5PPP/3B2K1 w - - 0 1' });
    await page.locator('[data-test="search-minimax"] .node').first().waitFor();
  },
  games: async () => {
    await app.open('games');
    const file = {
      name: 'games.pgn',
      mimeType: 'application/x-chess-pgn',
      buffer: Buffer.from(`${opera}\n${others}`),
    };
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Import' }).click(),
    ]);
    await chooser.setFiles(file);
    await page.getByText('Saint Brie').first().waitFor();
  },
  home: () => app.open('home'),
};

/** The page as it is, on a desktop and on a phone, light and dark. */
async function shots() {
  const taken = [];
  for (const viewport of [desktop, phone]) {
    await page.setViewportSize(viewport);
    for (const colorScheme of shades) {
      await page.emulateMedia({ colorScheme });
      await page.mouse.move(5, 5);
      await page.waitForTimeout(800);
      taken.push(await page.screenshot());
    }
  }
  await page.setViewportSize(desktop);
  return taken;
}

/** Four pictures side by side as one. */
async function sheet(name, pictures) {
  const sheet = await context.newPage();
  await sheet.setViewportSize({ width: 1620, height: 400 });
  const images = pictures.map(bytes => `<img src="data:image/png;base64,${bytes.toString('base64')}">`);
  await sheet.setContent(
    `<style>body{margin:0;padding:10px;display:flex;gap:10px;background:#888;width:fit-content}img{height:380px}</style>` +
      images.join(''),
  );
  await sheet.locator('body').screenshot({ path: join(folder, `${name}.jpg`), type: 'jpeg', quality: 85 });
  await sheet.close();
}

const wanted = process.argv.slice(2);
for (const [name, prepare] of Object.entries(pages)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  await page.emulateMedia({ colorScheme: 'light' });
  await prepare();
  const pictures = await shots();
  await sheet(name, pictures);
  if (name in larger) writeFileSync(join(folder, `${name}.png`), pictures[larger[name]]);
  console.log(`${name}.jpg`);
}

await close();
await app.server.stop();
