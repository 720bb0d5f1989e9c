import assert from 'node:assert/strict';
import { test } from 'node:test';
import { useApp } from './app.mjs';

const app = useApp();

test('the app opens without a server, and keeps no answers of the server', async () => {
  const { page } = app;
  await app.open('games');
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  // The first page came before the worker; from the next one on it has a say.
  await app.open('home');
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
  await app.server.stop();
  await app.open('home');
  await page.getByRole('heading', { name: 'Petteia', exact: true }).waitFor();
  await page.getByText('The server does not answer.').waitFor();
  const kept = await page.evaluate(async () => {
    const names = await caches.keys();
    const shells = await Promise.all(names.map(name => caches.open(name)));
    const requests = await Promise.all(shells.map(cache => cache.keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });
  assert.ok(kept.includes('/'));
  assert.deepEqual(
    kept.filter(path => path.startsWith('/api') || path.startsWith('/ws')),
    [],
  );
});

test('a phone can install it', async () => {
  const session = await app.browser.context.newCDPSession(app.page);
  const { url, errors } = await session.send('Page.getAppManifest');
  assert.match(url, /manifest\.webmanifest$/);
  assert.deepEqual(errors, []);
});
