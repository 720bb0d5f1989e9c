/**
 * Keeps the shell of the app (its page, programs, styles and drawings), so that it opens without a connection too.
 * Answers of the server are never kept.
 *
 * The build puts `SHELL` in front of this file: a version made from the content of the shell, and its files. A new
 * release is therefore a new worker with a cache of its own, which takes over when the pages of the old one are closed.
 */
const prefix = 'petteia-shell-';
const cacheName = prefix + SHELL.version;
const scope = self.registration.scope;
const kept = new Set(SHELL.files.map(file => new URL(file, scope).href));

self.addEventListener('install', event => {
  event.waitUntil(caches.open(cacheName).then(cache => cache.addAll([...kept])));
});

self.addEventListener('activate', event => {
  event.waitUntil(forgetOthers());
});

self.addEventListener('fetch', event => {
  const { method, url } = event.request;
  // An address with a token, like all that is not of the shell, is the server's to answer.
  if (method !== 'GET' || !kept.has(url.split('#')[0])) return;
  // Names below `assets` contain a hash of what is in them; all others may change with the next release.
  const isFixed = url.startsWith(new URL('assets/', scope).href);
  event.respondWith(isFixed ? keptOrFetched(event.request) : fetchedOrKept(event.request));
});

async function keptOrFetched(request) {
  return (await caches.match(request, { cacheName })) ?? fetch(request);
}

async function fetchedOrKept(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const found = await caches.match(request, { cacheName });
    if (found) return found;
    throw error;
  }
}

async function forgetOthers() {
  const names = await caches.keys();
  const old = names.filter(name => name.startsWith(prefix) && name !== cacheName);
  await Promise.all(old.map(name => caches.delete(name)));
}
