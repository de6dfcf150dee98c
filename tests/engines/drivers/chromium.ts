import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import puppeteer, { type Browser, type CDPSession, type Page } from 'puppeteer-core';
import { browserArguments } from '../../support/browser.ts';
import type { Engine } from '../engine.ts';
import { openTab, type Emulate } from './puppeteer.ts';

const emulate: Emulate = async (page, { colorScheme, media, offline }) => {
  if (colorScheme) await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: colorScheme }]);
  if (media) await page.emulateMediaType(media);
  if (offline !== undefined) await page.setOfflineMode(offline);
};

/** Chromium over the DevTools protocol. */
export async function startChromium(executablePath: string): Promise<Engine> {
  const launch = (userDataDir?: string) =>
    puppeteer.launch({ executablePath, args: browserArguments, ...(userDataDir && { userDataDir }) });
  const browser = await launch();
  return {
    name: 'chromium',
    version: await browser.version(),
    reportsErrors: true,
    async open(settings) {
      const blocked = settings.storage === 'blocked' ? await launchBlocked(launch) : undefined;
      return openTab(blocked?.browser ?? browser, settings, {
        emulate,
        prepare: async (page) => {
          await emulate(page, { colorScheme: settings.colorScheme });
          await page.setJavaScriptEnabled(settings.javaScript);
          if (!settings.prerendering) await preventPrerendering(page);
        },
        after: blocked?.close,
      });
    },
    close: () => browser.close(),
  };
}

/** The session of puppeteer's own page. A second session would switch off the offline mode that the page emulates. */
interface WithSession {
  _client(): CDPSession;
}

/**
 * Keeps Chromium from rendering pages ahead. While it is driven, Chromium 156 closes the whole tab if a click discards
 * a page that it has just begun to render: in one of ten runs of the mobile menu on a busy machine. In 167 such clicks
 * without a driver, it never did.
 */
async function preventPrerendering(page: Page) {
  const session = (page as unknown as WithSession)._client();
  await session.send('Page.setPrerenderingAllowed', { isAllowed: false });
}

/** Chromium with "Don't allow sites to save data on your device", which has no switch in the protocol. */
async function launchBlocked(launch: (profile: string) => Promise<Browser>) {
  const profile = await mkdtemp(join(tmpdir(), 'chromium-blocked-'));
  await mkdir(join(profile, 'Default'));
  const preferences = { profile: { default_content_setting_values: { cookies: 2 } } };
  await writeFile(join(profile, 'Default', 'Preferences'), JSON.stringify(preferences));
  const browser = await launch(profile);
  return {
    browser,
    close: async () => {
      await browser.close();
      await rm(profile, { recursive: true, force: true });
    },
  };
}
