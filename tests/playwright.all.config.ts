import { defineConfig } from '@playwright/test';
import usual, { launch, nightly } from './playwright.config.ts';
import { findBrowser } from './support/browser.ts';
import { expect, firefox, webkit } from './playwright.engines.config.ts';
import { fontSets, onlyFonts } from './support/fonts.ts';

/** Tests whose outcome could depend on text widths. */
const layout =
  /(accessibility|constants|interactive|layout|media|mobile-menu|operation-page|states|term-notes)\.spec\.ts/;

/** The browser tests of `npm run test:all`: rare failures, every page, and the layout with each set of fonts. */
export default defineConfig({
  ...usual,
  grepInvert: [],
  projects: [
    { grep: nightly, use: launch(findBrowser()) },
    { ...firefox, expect, grep: /@firefox-nightly/ },
    { ...webkit, expect, grep: nightly },
    ...Object.keys(fontSets).map((set) => ({
      name: set,
      testMatch: layout,
      grepInvert: /@each-page/,
      use: launch(findBrowser(), onlyFonts(set)),
    })),
  ],
});
