import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import en from '../src/texts/en';
import first from '../src/texts/en/first';

const source = join(import.meta.dirname, '../src');

/** What comes with these files at once: what they import, and what that imports, but nothing that loads later. */
function filesOf(roots: readonly string[]): string[] {
  const found = new Set<string>();
  const visit = (path: string): void => {
    if (found.has(path)) return;
    found.add(path);
    const imports = readFileSync(path, 'utf8').matchAll(/^\s*import (?!type)[^;]*?'(\.[^']*)'/gm);
    for (const [, name = ''] of imports) {
      const there = join(dirname(path), name);
      const file = [there, `${there}.ts`].find(path => existsSync(path) && /\.(ts|svelte)$/.test(path));
      if (file) visit(file);
    }
  };
  roots.forEach(root => visit(join(source, root)));
  return [...found];
}

it('the first page has its words before the others come', () => {
  const files = filesOf(['main.ts', 'pages/Home.svelte']);
  expect(files.some(file => file.endsWith('Navigation.svelte'))).toBe(true);
  // Also those that are put together, such as the names of the pages.
  const begins = files.flatMap(file =>
    [...readFileSync(file, 'utf8').matchAll(/\bt\(\s*[^'`)]*['`]([\w.]+)/g)].map(([, begin = '']) => begin),
  );
  expect(begins.length).toBeGreaterThan(20);
  const wanted = Object.keys(en).filter(key =>
    begins.some(begin => key === begin || (begin.endsWith('.') && key.startsWith(begin))),
  );
  expect(wanted.filter(key => !(key in first))).toEqual([]);
});
