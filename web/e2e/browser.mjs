/** Chromium or Firefox for the tests: the one of the machine, with nothing that talks to the outside. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, firefox } from 'playwright-core';

/** How each browser is started. */
const kinds = {
  chromium: {
    type: chromium,
    options: {
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      args: [
        '--headless',
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
      reducedMotion: 'reduce',
    },
  },
  // Any Firefox speaks WebDriver BiDi; Playwright calls that a channel.
  firefox: {
    type: firefox,
    options: {
      channel: 'moz-firefox',
      executablePath: process.env.FIREFOX ?? '/usr/bin/firefox-esr',
      firefoxUserPrefs: {
        'ui.prefersReducedMotion': 1,
        'app.update.enabled': false,
        'browser.safebrowsing.update.enabled': false,
        'datareporting.policy.dataSubmissionEnabled': false,
        'network.captive-portal-service.enabled': false,
        'network.connectivity-service.enabled': false,
        'services.settings.server': '',
      },
    },
  },
};

/** The browser that PETTEIA_BROWSER names, with a profile of its own, and a way to end it. */
export async function openBrowser(options = {}) {
  const name = process.env.PETTEIA_BROWSER ?? 'chromium';
  const kind = kinds[name];
  if (!kind) throw new Error(`no browser ${name}; expected ${Object.keys(kinds).join(' or ')}`);
  const profile = mkdtempSync(join(tmpdir(), 'petteia-e2e-'));
  const context = await kind.type.launchPersistentContext(profile, {
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
    acceptDownloads: true,
    ...kind.options,
    ...options,
  });
  const close = async () => {
    await context.close();
    rmSync(profile, { recursive: true, force: true });
  };
  return { context, close };
}
