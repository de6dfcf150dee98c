import { defineConfig } from '@playwright/test';
import usual, { all, launch } from './playwright.config.ts';
import { findBrowser, findHeadlessShell } from './support/browser.ts';
import { fontSets, onlyFonts } from './support/fonts.ts';

/** Tests whose outcome could depend on where text ends. */
const layout = [
  /e2e\/(accessibility|announcement|contents|header|header-on-scroll|layout|media|mobile-menu|term-notes)\.spec\.ts/,
  /e2e\/reference\/(deep-links|operation-page)\.spec\.ts/,
  /e2e\/islands\/reference[-\w]*\.spec\.ts/,
];

/** The browser tests of `npm run test:all`: every page, and the layout with each set of fonts. */
export default defineConfig({
  ...usual,
  projects: [
    { testMatch: all, use: launch(findHeadlessShell()) },
    ...Object.keys(fontSets).map((set) => ({
      name: set,
      testMatch: layout,
      testIgnore: all,
      use: launch(findBrowser(), onlyFonts(set)),
    })),
  ],
});
