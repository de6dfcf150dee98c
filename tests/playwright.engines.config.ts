import { defineConfig } from '@playwright/test';
import usual, { nightly } from './playwright.config.ts';

/** The installed Firefox, driven through WebDriver BiDi. */
export const firefox = {
  name: 'Firefox',
  use: {
    browserName: 'firefox',
    channel: 'moz-firefox',
    launchOptions: {
      executablePath: new URL('engines/firefox.ts', import.meta.url).pathname,
      // Firefox 153 restores pages from the back/forward cache without the events that `page.goBack()` waits for.
      // Playwright disables that cache in Chromium, too.
      firefoxUserPrefs: { 'browser.sessionhistory.max_total_viewers': 0 },
    },
  },
} as const;

export const webkit = { name: 'WebKit', testDir: 'engines', testMatch: 'webkit.spec.ts' };

/** WebKit renders the interactive reference slowly while other browsers run. */
export const expect = { timeout: 60_000 };

/** Tests engine-dependent behavior of the built site in Firefox and WebKit. Run `npm run build` first. */
export default defineConfig({
  ...usual,
  outputDir: '../test-results/engines',
  workers: 3,
  expect,
  projects: [
    // Through BiDi, Playwright can't turn JavaScript off for a page.
    { ...firefox, grep: /@firefox(?!-)/, grepInvert: /JavaScript off/ },
    { ...webkit, grepInvert: nightly },
  ],
});
