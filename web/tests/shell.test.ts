import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';

const web = join(import.meta.dirname, '..');
const code = readFileSync(join(web, 'src/service-worker.js'), 'utf8');
const scope = 'http://127.0.0.1:8080/';
const files = ['./', 'icon.svg', 'assets/index-1a2b.js'];

/** A worker in a browser of which only as much exists as it uses. */
class Browser {
  readonly caches = new Map<string, Map<string, string>>();
  online = true;
  readonly #listeners = new Map<string, (event: unknown) => void>();

  constructor(version: string) {
    const caches = {
      open: async (name: string) => ({
        addAll: async (urls: string[]) => {
          const entries = await Promise.all(
            urls.map(async url => [url, await this.#fetch({ url })] as const),
          );
          this.caches.set(name, new Map(entries));
        },
      }),
      match: async ({ url }: { url: string }, { cacheName }: { cacheName: string }) =>
        this.caches.get(cacheName)?.get(url.split('#')[0]!),
      keys: async () => [...this.caches.keys()],
      delete: async (name: string) => this.caches.delete(name),
    };
    const self = {
      registration: { scope },
      addEventListener: (type: string, listener: (event: unknown) => void) =>
        this.#listeners.set(type, listener),
    };
    const run = new Function('SHELL', 'self', 'caches', 'fetch', code);
    run({ version, files }, self, caches, this.#fetch);
  }

  readonly #fetch = async ({ url }: { url: string }): Promise<string> => {
    if (!this.online) throw new Error('offline');
    return `server: ${url}`;
  };

  async tell(type: 'install' | 'activate'): Promise<void> {
    let work: Promise<void> | undefined;
    this.#listeners.get(type)!({ waitUntil: (done: Promise<void>) => (work = done) });
    await work;
  }

  /** What the worker answers; nothing if it leaves the request to the browser. */
  async ask(path: string, method = 'GET'): Promise<string | undefined> {
    let answer: Promise<string> | undefined;
    const request = { method, url: new URL(path, scope).href };
    this.#listeners.get('fetch')!({
      request,
      respondWith: (given: Promise<string>) => (answer = given),
    });
    return answer;
  }
}

describe('the service worker', () => {
  let browser: Browser;

  beforeEach(async () => {
    browser = new Browser('new');
    await browser.tell('install');
  });

  it('opens the app without a connection', async () => {
    browser.online = false;
    expect(await browser.ask('./')).toBe(`server: ${scope}`);
    expect(await browser.ask('./#/analyse')).toBe(`server: ${scope}`);
    expect(await browser.ask('assets/index-1a2b.js')).toBe(`server: ${scope}assets/index-1a2b.js`);
  });

  it('prefers the server for what may have changed', async () => {
    browser.caches.get('petteia-shell-new')!.set(scope, 'an old page');
    expect(await browser.ask('./')).toBe(`server: ${scope}`);
    browser.online = false;
    expect(await browser.ask('./')).toBe('an old page');
  });

  it('leaves everything else to the server', async () => {
    for (const path of ['api/games', 'api/games.pgn', 'ws', '?token=1', 'assets/other-3c4d.js'])
      expect(await browser.ask(path), path).toBeUndefined();
    expect(await browser.ask('./', 'POST')).toBeUndefined();
    expect([...browser.caches.get('petteia-shell-new')!.keys()].filter(url => url.includes('api'))).toEqual(
      [],
    );
  });

  it('forgets what earlier releases kept, and nothing of others', async () => {
    browser.caches.set('petteia-shell-old', new Map()).set('of somebody else', new Map());
    await browser.tell('activate');
    expect([...browser.caches.keys()].sort()).toEqual(['of somebody else', 'petteia-shell-new']);
  });
});

describe('the manifest', () => {
  const manifest = JSON.parse(readFileSync(join(web, 'public/manifest.webmanifest'), 'utf8')) as {
    icons: { src: string; sizes: string; type: string; purpose?: string }[];
  };

  it('has icons of the sizes that it says', () => {
    for (const { src, sizes, type } of manifest.icons) {
      const icon = readFileSync(join(web, 'public', src));
      if (type !== 'image/png') continue;
      expect(icon.toString('latin1', 1, 4)).toBe('PNG');
      expect(`${icon.readUInt32BE(16)}x${icon.readUInt32BE(20)}`).toBe(sizes);
    }
    expect(manifest.icons.some(({ purpose }) => purpose === 'maskable')).toBe(true);
  });
});
