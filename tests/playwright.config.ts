import { defineConfig } from '@playwright/test';
import { readFacts } from '../src/hosting/site-facts.ts';
import { browserArguments, findBrowser, findHeadlessShell, oneProcess } from './support/browser.ts';
import { freePort } from '../src/sandbox/grade/free-port.ts';
import type { Options } from './support/site.ts';

/** The server's port. Workers read this file again and find the port in their environment. */
const port = (process.env['PORTAL_TEST_PORT'] ??= String(await freePort()));

/** A browser's launch options. */
export const launch = (executablePath: string | undefined, environment = {}) => ({
  launchOptions: {
    args: [...browserArguments, oneProcess],
    env: { ...(process.env as Record<string, string>), ...environment },
    ...(executablePath && { executablePath }),
  },
});

/**
 * Tests that need the full browser. The headless shell has no back/forward cache, and reports a pointer in the top left
 * corner.
 */
export const full = /(back-forward|controls|interactive|loading|operation-page)\.spec\.ts/;

/** Tests of `npm run test:all` in Chromium and WebKit, which tests/playwright.all.config.ts runs. */
export const nightly = /@nightly/;

/** Runs Chromium on the built site, served as by `npm run serve`. Run `npm run build` first. */
export default defineConfig<Options>({
  testMatch: '**/{e2e,specification}/**/*.spec.ts',
  outputDir: '../test-results/browser',
  fullyParallel: true,
  grepInvert: nightly,
  // One more than the cores of a small machine, because most tests wait for the browser.
  workers: 3,
  forbidOnly: true,
  retries: 0,
  reporter: [['list', { printSteps: false }]],
  timeout: 120_000,
  // Allow plenty of time: no test is about speed, and pages may share two slow cores with other browsers.
  expect: { timeout: 20_000 },
  use: {
    // A test's routes miss a service worker's requests, so only tests of bad connections allow one.
    serviceWorkers: 'block',
    baseURL: `http://localhost:${port}`,
    screenshot: 'only-on-failure',
  },
  projects: [
    { testIgnore: full, use: launch(findHeadlessShell()) },
    { name: 'Full browser', testMatch: full, use: launch(findBrowser()) },
  ],
  webServer: {
    command: 'node src/scripts/serve.ts',
    cwd: '..',
    env: { PORT: port, HOST: '' },
    url: `http://localhost:${port}${readFacts().base}/`,
    reuseExistingServer: false,
  },
});
