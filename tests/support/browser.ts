import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';

/** Paths of Chromium or Chrome on Debian and other systems. Elsewhere, Playwright's own or `BROWSER_PATH` is used. */
const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Debian's headless shell of the same version, which halves a test's processor time. */
const SHELL = '/usr/bin/chromium-headless-shell';

/** Flags for every launch: no sandbox inside containers, and no background traffic. */
export const browserArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Tests render without a graphics card, so a separate process for it would be a waste.
  '--in-process-gpu',
  // Chromium prepares an address bar popup per window and a spare process, which takes half of a test's time.
  '--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,SpareRendererForSitePerProcess',
];

/** Lets tests share a renderer process, because starting one per page takes a third of a test. */
export const oneProcess = '--renderer-process-limit=1';

/** The tests' browser: `BROWSER_PATH`, or else the system's, or else Playwright's own, if any. */
export function findBrowser(): string | undefined {
  const chosen = process.env['BROWSER_PATH'];
  return [...(chosen ? [chosen] : places), chromium.executablePath()].find((path) => existsSync(path));
}

/** Chromium's headless shell, or else the tests' browser. */
export function findHeadlessShell(): string | undefined {
  return !process.env['BROWSER_PATH'] && existsSync(SHELL) ? SHELL : findBrowser();
}

/**
 * The browser for the tests.
 *
 * @throws Error that explains the fix, if no browser is found.
 */
export function ensureBrowser(): string {
  const found = findBrowser();
  if (found) return found;
  throw new Error(
    'The browser tests need Chromium or Chrome, and found none.\n' +
      'Install one (Debian: apt-get install chromium; elsewhere: npx playwright install chromium),\n' +
      'or set its path: BROWSER_PATH=/path/to/chrome npm test',
  );
}
