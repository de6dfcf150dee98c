import { defineConfig } from '@playwright/test';
import { browserArguments, findBrowser, findHeadlessShell, oneProcess } from './support/browser.ts';
import { freePort } from './support/free-port.ts';
import type { Options } from './support/site.ts';

/** Chosen once: workers read this file again, and find the port in their environment. */
const port = (process.env['PORTAL_TEST_PORT'] ??= String(await freePort()));

/** How a browser is launched. */
const launch = (executablePath: string | undefined, ...flags: string[]) => ({
  args: [...browserArguments, ...flags],
  ...(executablePath && { executablePath }),
});

/**
 * Tests that need the full browser. The headless shell has no back/forward cache, and reports a pointer in the top left
 * corner that no test has put there.
 */
const full = /(announcement|back-forward|islands|operation-page|weight)\.spec\.ts|\/islands\/.*\.spec\.ts/;

/** Real Chromium against the built site, served as a host would serve it. Run `npm run build` first. */
export default defineConfig<Options>({
  testDir: './e2e',
  outputDir: '../test-results',
  fullyParallel: true,
  // Much of a test is waiting, for the network or for nothing to happen. With four, two slow cores miss time limits.
  workers: 3,
  forbidOnly: Boolean(process.env['CI']),
  // A busy machine may time out once; a test that needs its second chance is listed as flaky.
  retries: process.env['CI'] ? 2 : 0,
  reporter: [['list', { printSteps: false }]],
  // Some tests open a page of each kind, or render Scalar several times.
  timeout: 90_000,
  // Three pages draw on two cores at once.
  expect: { timeout: 10_000 },
  use: {
    // A test's routes do not see what a service worker fetches. Tests of bad lines allow it.
    serviceWorkers: 'block',
    baseURL: `http://localhost:${port}`,
    launchOptions: launch(findHeadlessShell(), oneProcess),
    // Recording every test would take a fifth of the time.
    trace: process.env['CI'] ? 'on-first-retry' : 'off',
  },
  projects: [
    { testIgnore: full },
    { name: 'Full browser', testMatch: full, use: { launchOptions: launch(findBrowser(), oneProcess) } },
    // The layout must fit with other fonts, too: text in Arial's metrics is wider in places than in DejaVu's.
    { name: 'Liberation', testMatch: 'layout.spec.ts', use: { fonts: 'Liberation' } },
  ],
  webServer: {
    command: 'node src/server/serve.ts',
    cwd: '..',
    env: { PORT: port },
    url: `http://localhost:${port}/`,
    reuseExistingServer: false,
  },
});
