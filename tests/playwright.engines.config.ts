import { defineConfig } from '@playwright/test';
import usual from './playwright.config.ts';

/** Tests engine-dependent behavior of the built site in Firefox and WebKit. Run `npm run build` first. */
export default defineConfig({
  ...usual,
  outputDir: '../test-results/engines',
  workers: 2,
  // WebKit renders the interactive reference slowly while other browsers run.
  expect: { timeout: 60_000 },
  projects: [
    {
      name: 'Firefox',
      grep: /@firefox/,
      // Through BiDi, Playwright can't turn off JavaScript. A ten-second wait doesn't depend on the engine.
      grepInvert: /JavaScript off|does not respond|@nightly/,
      // The installed Firefox, through WebDriver BiDi.
      use: {
        browserName: 'firefox',
        channel: 'moz-firefox',
        launchOptions: { executablePath: new URL('engines/firefox.ts', import.meta.url).pathname },
      },
    },
    { name: 'WebKit', testDir: 'engines', testMatch: 'webkit.spec.ts' },
  ],
});
