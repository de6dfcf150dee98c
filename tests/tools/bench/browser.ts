import { chromium, type Browser } from 'playwright-core';
import { browserArguments, ensureBrowser } from '../../support/browser.ts';

/** Opens a browser with an empty profile. */
export function openBrowser(...more: string[]): Promise<Browser> {
  return chromium.launch({ executablePath: ensureBrowser(), args: [...browserArguments, ...more] });
}
