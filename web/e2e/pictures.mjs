/** Makes the pictures of the README anew: `npm run pictures`. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { click } from './app.mjs';
import { openBrowser } from './browser.mjs';
import { startServer } from './server.mjs';

const folder = join(import.meta.dirname, '../../docs/images');
mkdirSync(folder, { recursive: true });

// Paris 1858: short, and everything happens.
const opera = `[White "Morphy"]
[Black "Duke Karl and Count Isouard"]
[Result "1-0"]

1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 9. Bg5 b5
10. Nxb5 cxb5 11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ Nxb8 17. Rd8# 1-0
`;

const server = await startServer();
const { context, close } = await openBrowser({ viewport: { width: 1200, height: 750 } });
const page = context.pages()[0];

async function open(hash, colorScheme) {
  await page.emulateMedia({ colorScheme });
  await page.goto('about:blank');
  await page.goto(`${server.address}/#/${hash}`);
}

await open(`analyse?${new URLSearchParams({ pgn: opera, ply: '21' })}`, 'light');
await page.getByLabel('Lines', { exact: true }).first().selectOption('3');
await page.getByRole('button', { name: 'Review the game' }).click();
await page.getByRole('button', { name: 'Review again' }).waitFor({ timeout: 120_000 });
await page.mouse.move(5, 5);
await page.waitForTimeout(4000);
await page.screenshot({ path: join(folder, 'analyse.png') });

await open('neighbours', 'dark');
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
await page.screenshot({ path: join(folder, 'neighbours.png') });

await close();
await server.stop();
