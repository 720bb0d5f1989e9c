/** Adds the service worker to the build, with a list of what it keeps. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

export function serviceWorker(): Plugin {
  let [root, publicDir] = ['', ''];
  return {
    name: 'petteia-service-worker',
    apply: 'build',
    configResolved: config => void ([root, publicDir] = [config.root, config.publicDir]),
    generateBundle: {
      // After the page itself has been made.
      order: 'post',
      handler(_, bundle) {
        const worker = readFileSync(join(root, 'src/service-worker.js'), 'utf8');
        const shell = new Map<string, string | Uint8Array>();
        for (const file of Object.values(bundle))
          shell.set(file.fileName, file.type === 'chunk' ? file.code : file.source);
        for (const name of readdirSync(publicDir)) shell.set(name, readFileSync(join(publicDir, name)));
        this.emitFile({ type: 'asset', fileName: 'service-worker.js', source: describe(shell) + worker });
      },
    },
  };
}

/** The version of the shell and its files, as the worker reads them. */
function describe(shell: ReadonlyMap<string, string | Uint8Array>): string {
  const names = [...shell.keys()].sort();
  const hash = createHash('sha256');
  for (const name of names) hash.update(`${name}\n`).update(shell.get(name)!);
  // The page is known by its folder; icons for home screens are of no use to the page.
  const files = ['./', ...names.filter(name => !/^index\.html$|\.png$/.test(name))];
  const version = hash.digest('hex').slice(0, 16);
  return `const SHELL = ${JSON.stringify({ version, files })};\n`;
}
