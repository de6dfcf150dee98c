import { chromium, type Browser } from 'playwright-core';
import { browserArguments, ensureBrowser } from '../../support/browser.ts';
import type { SiteServer } from './site-server.ts';

/** Opens a browser with an empty profile that trusts the server. */
export function openBrowser(server: SiteServer, ...more: string[]): Promise<Browser> {
  return chromium.launch({
    executablePath: ensureBrowser(),
    args: [...browserArguments, server.browserArgument, ...more],
  });
}
