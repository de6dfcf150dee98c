import { defineConfig } from '@playwright/test';
import usual, { launch, nightly } from './playwright.config.ts';
import { findBrowser } from './support/browser.ts';
import { fontSets, onlyFonts } from './support/fonts.ts';

/** Tests whose outcome could depend on text widths. */
const layout =
  /(accessibility|announcement|header|interactive|layout|media|mobile-menu|operation-page|term-notes)\.spec\.ts/;

/** The browser tests of `npm run test:all`: every page, and the layout with each set of fonts. */
export default defineConfig({
  ...usual,
  grepInvert: [],
  projects: [
    { grep: nightly, use: launch(findBrowser()) },
    ...Object.keys(fontSets).map((set) => ({
      name: set,
      testMatch: layout,
      grepInvert: nightly,
      use: launch(findBrowser(), onlyFonts(set)),
    })),
  ],
});
