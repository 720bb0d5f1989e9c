import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { square, useApp, waitForMoves } from './app.mjs';

const app = useApp();

/** An engine that thinks well of one move, which an option can change. */
const script = `#!/bin/sh
mv=e2e4
while read -r line; do
  case "$line" in
    uci) echo "id name Scripted 1"; echo "id author Nobody"
      echo "option name Move type combo default e2e4 var e2e4 var d2d4"
      echo "option name Threads type spin default 1 min 1 max 8"; echo uciok ;;
    "setoption name Move value "*) mv=\${line##* } ;;
    isready) echo readyok ;;
    go*infinite*) echo "info depth 9 score cp 31 nodes 99 time 5 pv $mv" ;;
    go*) echo "info depth 9 score cp 31 nodes 99 time 5 pv $mv"; echo "bestmove $mv" ;;
    stop) echo "bestmove $mv" ;;
    quit) exit ;;
  esac
done
`;
const folder = mkdtempSync(join(tmpdir(), 'petteia-engine-'));
const program = join(folder, 'scripted');
writeFileSync(program, script);
chmodSync(program, 0o755);
after(() => rmSync(folder, { recursive: true, force: true }));

test('an engine is added in the page, analyses, plays and is removed', async () => {
  const { page } = app;
  await app.open('analyse');
  await page.getByRole('button', { name: 'Engine settings' }).click();
  await page.getByRole('button', { name: 'Engines…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Engines' });
  await dialog.getByLabel('Program').fill('/no/such/engine');
  await dialog.getByRole('button', { name: 'Test' }).click();
  assert.match(await dialog.getByRole('alert').textContent(), /No such file/);
  await dialog.getByLabel('Program').fill(program);
  await dialog.getByRole('button', { name: 'Test' }).click();
  assert.match(await dialog.locator('[data-test="answer"]').textContent(), /Scripted 1 answers.*Nobody/s);
  await dialog.getByText('Options').click();
  await dialog.getByLabel('Move').selectOption('d2d4');
  await app.picture('engines');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await dialog.getByText('Scripted 1 was added.').waitFor();
  await dialog.getByRole('button', { name: 'Close' }).click();

  await page.getByLabel('Engine', { exact: true }).last().selectOption('Scripted 1');
  await page.locator('[data-test="engine"]', { hasText: 'Scripted 1 · 1 thread' }).waitFor();
  await page.locator('[data-test="line"] button', { hasText: 'd4' }).first().waitFor();
  await page.getByLabel('Stop').selectOption('at depth 20');
  await app.picture('analyse-engine');

  await app.open('play');
  await page.getByLabel('Opponent').selectOption('Scripted 1');
  assert.equal(await page.locator('#elo').count(), 0, 'another engine has no levels');
  await page.locator('label', { hasText: 'Black' }).click();
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await waitForMoves(page, 1);
  assert.match(await square(page, 'd4').getAttribute('aria-label'), /white pawn/);
  await page.getByText('Scripted 1', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'New game' }).click();

  await app.open('watch');
  await page.getByLabel('Engine of player 2').selectOption('Scripted 1');
  await page.getByRole('button', { name: 'Engines…' }).first().click();
  const list = page.getByRole('dialog', { name: 'Engines' });
  await list.getByRole('button', { name: 'Remove Scripted 1' }).click();
  await list.getByText('Scripted 1').waitFor({ state: 'detached' });
  await list.getByRole('button', { name: 'Close' }).click();
  await page.waitForFunction(
    () => document.querySelector('[aria-label="Engine of player 2"]').value === 'petteia',
  );
});

test('analysis stops at its limit and goes on when asked', async () => {
  const { page } = app;
  await app.open('analyse');
  await page.locator('[data-test="engine"]', { hasText: /^Petteia.*net/ }).waitFor();
  await page.getByRole('button', { name: 'Engine settings' }).click();
  await page.getByLabel('Stop').selectOption('after 10 seconds');
  await page.getByText(/Stopped at depth \d+/).waitFor();
  await page.getByRole('button', { name: 'Go deeper' }).click();
  await page.getByText(/Stopped at depth \d+/).waitFor({ state: 'detached' });
  await page.locator('[data-test="line"] button').first().waitFor();
});

test('a profile of the lab analyses and plays', async () => {
  const { page } = app;
  await app.open('analyse');
  await page.getByRole('button', { name: 'Engine settings' }).click();
  await page.getByLabel('Engine', { exact: true }).last().selectOption('Lab, madrid-pext');
  await page.locator('[data-test="engine"]', { hasText: 'madrid-pext' }).waitFor();
  await page.locator('[data-test="line"] button').first().waitFor();
  await page.getByLabel('Engine', { exact: true }).last().selectOption('Petteia');

  await app.open('play');
  await page.getByLabel('Opponent').selectOption('Lab, basic');
  await page.locator('label', { hasText: '3+2' }).click();
  await page.locator('label', { hasText: 'Black' }).click();
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await waitForMoves(page, 1);
  await page.getByText('Lab, basic', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'New game' }).click();
});
