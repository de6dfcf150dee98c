import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';

/** Where Debian and others keep Chromium or Chrome. Elsewhere, Playwright's own or `BROWSER_PATH` is used. */
const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Debian's headless shell of the same version. In it, a test takes half the processor time. */
const SHELL = '/usr/bin/chromium-headless-shell';

/** Flags for every launch: no sandbox inside containers, and no traffic of the browser's own. */
export const browserArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // One process less for every browser, which here draws without a graphics card anyway.
  '--in-process-gpu',
  // Chromium draws a popup for its address bar in every window, and keeps a process ahead: half the time of a test.
  '--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,SpareRendererForSitePerProcess',
];

/** Lets one test after the other use the same renderer process: starting one per page takes a third of a test. */
export const oneProcess = '--renderer-process-limit=1';

/** The browser of the tests: `BROWSER_PATH`, else one of the system's, else Playwright's own, if there is any. */
export function findBrowser(): string | undefined {
  const chosen = process.env['BROWSER_PATH'];
  return [...(chosen ? [chosen] : places), chromium.executablePath()].find((path) => existsSync(path));
}

/** Chromium's headless shell, else the browser of the tests. */
export function findHeadlessShell(): string | undefined {
  return !process.env['BROWSER_PATH'] && existsSync(SHELL) ? SHELL : findBrowser();
}

/**
 * The browser of the tests.
 *
 * @throws Error that says what to do if there is none.
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
