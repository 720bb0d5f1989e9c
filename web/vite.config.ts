import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { serviceWorker } from './shell-plugin';

// Where `petteia serve` listens while the pages are served by `npm run dev`.
const server = process.env['PETTEIA_SERVER'] ?? 'http://127.0.0.1:8080';

// The server takes requests from its own pages only; the pages of `npm run dev` speak in their name.
const proxy = {
  '/api': { target: server, changeOrigin: true, headers: { origin: server } },
  '/ws': { target: server, ws: true, changeOrigin: true, headers: { origin: server } },
};

export default defineConfig({
  plugins: [svelte(), serviceWorker()],
  // The binary serves everything from its root; relative addresses also work behind a prefix.
  base: './',
  build: {
    target: 'es2022',
    // Nothing is inlined as data, so that a strict content security policy can hold.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: { proxy },
  preview: { proxy },
  test: { include: ['tests/**/*.test.ts'], setupFiles: ['tests/setup.ts'] },
});
