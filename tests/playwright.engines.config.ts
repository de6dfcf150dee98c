import { defineConfig } from '@playwright/test';
import usual, { all } from './playwright.config.ts';

/** Playwright drives installed Firefox through WebDriver BiDi, which its types don't list yet. */
const firefox = {
  browserName: 'firefox',
  channel: 'moz-firefox',
  launchOptions: { executablePath: new URL('engines/firefox.ts', import.meta.url).pathname },
} as const;

/** Firefox and WebKit with the built site: what an engine could do differently. Run `npm run build` first. */
export default defineConfig({
  ...usual,
  outputDir: '../test-results/engines',
  timeout: 60_000,
  workers: 2,
  projects: [
    { name: 'Firefox', grep: /@firefox/, testIgnore: all, use: { ...usual.use, ...firefox } },
    {
      name: 'Firefox without JavaScript',
      grep: /@firefox/,
      testMatch: 'no-script.spec.ts',
      use: {
        ...firefox,
        launchOptions: { ...firefox.launchOptions, firefoxUserPrefs: { 'javascript.enabled': false } },
      },
    },
    { name: 'WebKit', testDir: 'engines', testMatch: 'webkit.spec.ts' },
  ],
});
