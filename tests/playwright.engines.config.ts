import { defineConfig } from '@playwright/test';
import usual from './playwright.config.ts';

/** What engines could do differently, in Firefox and WebKit with the built site. Run `npm run build` first. */
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
      // Through BiDi, Playwright can't turn JavaScript off for a page. And a wait of ten seconds is no engine's own.
      grepInvert: /JavaScript off|does not respond|@nightly/,
      // Installed Firefox, through WebDriver BiDi.
      use: {
        browserName: 'firefox',
        channel: 'moz-firefox',
        launchOptions: { executablePath: new URL('engines/firefox.ts', import.meta.url).pathname },
      },
    },
    { name: 'WebKit', testDir: 'engines', testMatch: 'webkit.spec.ts' },
  ],
});
