/** The real `petteia serve`, with a data folder of its own. */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const here = import.meta.dirname;

/** The program under test: PETTEIA_BIN, or what was built last. */
export function petteia() {
  const candidates = [
    process.env.PETTEIA_BIN,
    join(here, '../../target/release/petteia'),
    join(here, '../../target/debug/petteia'),
  ];
  const found = candidates.find(path => path && existsSync(path));
  if (!found)
    throw new Error(`no petteia binary: build one, or set PETTEIA_BIN (looked at ${candidates.join(', ')})`);
  return found;
}

/** Starts a command and waits for a line of its output; answers what the pattern caught, and a way to end it. */
export function start(args, pattern) {
  const child = spawn(petteia(), args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  const ready = new Promise((resolve, reject) => {
    const read = chunk => {
      output += chunk;
      const match = pattern.exec(output);
      if (match) resolve(match[1]);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.on('exit', code => reject(new Error(`petteia ${args.join(' ')} ended with ${code}:\n${output}`)));
  });
  const stop = () =>
    new Promise(resolve => {
      if (child.exitCode !== null) return resolve();
      child.on('exit', resolve);
      child.kill('SIGTERM');
    });
  return { ready, stop };
}

export async function startServer() {
  const data = mkdtempSync(join(tmpdir(), 'petteia-data-'));
  const { ready, stop } = start(
    ['serve', '--port', '0', '--agent-port', '0', '--data', data, '--no-open'],
    /(http:\/\/127\.0\.0\.1:\d+)[\s\S]*Ctrl-C/,
  );
  const address = await ready;
  const pages = process.env.PETTEIA_PAGES ? await servePages(address) : undefined;
  const end = async () => {
    await pages?.stop();
    await stop();
    rmSync(data, { recursive: true, force: true });
  };
  let ended;
  return { address: pages?.address ?? address, stop: () => (ended ??= end()) };
}

/** With PETTEIA_PAGES set, the pages are those of `web/dist` and not the ones built into the binary. */
async function servePages(address) {
  const { preview } = await import('vite');
  process.env.PETTEIA_SERVER = address;
  const server = await preview({
    root: join(here, '..'),
    preview: { port: 0, host: '127.0.0.1' },
    logLevel: 'error',
  });
  const { port } = server.httpServer.address();
  return { address: `http://127.0.0.1:${port}`, stop: () => server.close() };
}

/** An agent that joins a game of Neighbours; answers what it says at its end. */
export function runAgent(args) {
  return new Promise((resolve, reject) => {
    const child = spawn(petteia(), ['neighbours', 'join', ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (output += chunk));
    child.on('error', reject);
    child.on('exit', () => resolve(output));
  });
}

/** An agent for Neighbours on the network. */
export async function startAgent() {
  const { ready, stop } = start(
    ['neighbours', 'serve', '--listen', '127.0.0.1:0'],
    /(127\.0\.0\.1:[1-9]\d*)/,
  );
  return { address: await ready, stop };
}
