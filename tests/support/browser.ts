import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { chromium } from 'playwright-core';

/** Where systems keep Chromium and Chrome. */
const places = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

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

/** Finds the headless shell, or installs it where Debian's Chromium is the browser of the tests. */
export function ensureHeadlessShell(): string | undefined {
  if (findHeadlessShell() === places[0] && canInstallPackages()) installPackages([basename(SHELL)]);
  return findHeadlessShell();
}

/**
 * Finds a browser or installs one: Debian's package where this is possible, Playwright's own elsewhere.
 *
 * @throws Error that says what to do, when neither works.
 */
export function ensureBrowser(): string {
  const attempts = [() => undefined, installDebianPackage, installPlaywrightBrowser];
  for (const attempt of attempts) {
    attempt();
    const found = findBrowser();
    if (found) return found;
  }
  throw new Error(
    'The browser tests need Chromium or Chrome, and none was found or could be installed.\n' +
      'Install one (Debian: apt-get install chromium; elsewhere: npx playwright install chromium),\n' +
      'or say where it is: BROWSER_PATH=/path/to/chrome npm test',
  );
}

function installDebianPackage() {
  if (canInstallPackages()) installPackages(['chromium']);
}

/** Whether this process may install Debian's packages. */
export function canInstallPackages(): boolean {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
}

/** Installs Debian's packages. Those that aren't available stay missing: callers look for them again. */
export function installPackages(names: string[]): void {
  console.log(`Installing from Debian: ${names.join(', ')}.`);
  run('apt-get', ['update', '-qq']);
  run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names]);
}

function installPlaywrightBrowser() {
  console.log('No browser found; asking Playwright for its own.');
  run(process.execPath, ['node_modules/playwright/cli.js', 'install', 'chromium']);
}

function run(command: string, options: string[]) {
  spawnSync(command, options, {
    stdio: 'inherit',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
}
