import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';

/** Paths of Chromium or Chrome on Debian and other systems. Elsewhere, Playwright's own or `BROWSER_PATH` is used. */
const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Debian's headless shell of the same version, which halves a test's processor time. */
const SHELL = '/usr/bin/chromium-headless-shell';

/** Flags for every launch, besides those of Playwright. */
export const browserArguments = [
  '--disable-gpu',
  '--disable-quic',
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
