import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import puppeteer, { type Browser } from 'puppeteer-core';
import type { Emulation, Engine, Settings } from '../engine.ts';
import { openTab } from './puppeteer.ts';

/** Firefox's own numbers for `layout.css.prefers-color-scheme.content-override`. */
const SCHEMES = { dark: 0, light: 1 };

/** The part of puppeteer's BiDi connection that reaches Firefox's own window. */
interface Connection {
  send(method: string, parameters: object): Promise<{ result: unknown }>;
}

/** Firefox over WebDriver BiDi, with a home of its own. */
export async function startFirefox(executablePath: string): Promise<Engine> {
  const home = await mkdtemp(join(tmpdir(), 'firefox-home-'));
  const launch = (preferences: Record<string, unknown> = {}) =>
    puppeteer.launch({
      browser: 'firefox',
      executablePath,
      headless: true,
      // BiDi can switch neither the color mode, nor print, nor JavaScript. Firefox's own window can.
      args: ['--remote-allow-system-access'],
      // With a clock that moved ahead (tests/support/later.c), its threads would wait for months.
      env: { ...process.env, HOME: home, LD_PRELOAD: undefined },
      extraPrefsFirefox: preferences,
    });
  const browser = await launch();
  return {
    name: 'firefox',
    reportsErrors: true,
    async open(settings) {
      // "Block all cookies", which blocks storage and service workers too.
      const blocked =
        settings.storage === 'blocked' ? await launch({ 'network.cookie.cookieBehavior': 2 }) : undefined;
      return openIn(blocked ?? browser, settings, blocked && (() => blocked.close()));
    },
    close: async () => {
      await browser.close();
      await rm(home, { recursive: true, force: true });
    },
  };
}

function openIn(browser: Browser, settings: Settings, after: (() => Promise<void>) | undefined) {
  return openTab(browser, settings, {
    emulate: async (page, { offline, ...change }) => {
      if (offline !== undefined) await page.setOfflineMode(offline);
      await inOwnWindow(browser, switches(change));
    },
    prepare: () =>
      inOwnWindow(browser, [
        ...switches({ colorScheme: settings.colorScheme, media: 'screen' }),
        inAllTabs(`allowJavascript = ${settings.javaScript}`),
      ]),
    after,
  });
}

/** Statements for Firefox's window; its tabs share them, and one row runs at a time. */
function switches({ colorScheme, media }: Partial<Emulation>): string[] {
  const statements: string[] = [];
  if (colorScheme) {
    const preference = 'layout.css.prefers-color-scheme.content-override';
    statements.push(`Services.prefs.setIntPref('${preference}', ${SCHEMES[colorScheme]})`);
  }
  if (media) statements.push(inAllTabs(`mediumOverride = '${media === 'print' ? 'print' : ''}'`));
  return statements;
}

const inAllTabs = (assignment: string) =>
  `for (const each of gBrowser.browsers) each.browsingContext.${assignment}`;

async function inOwnWindow(browser: Browser, statements: string[]): Promise<void> {
  // Not public in puppeteer, which has no other way to a command of Firefox's own.
  const { connection } = browser as unknown as { connection: Connection };
  const { result: tree } = await connection.send('browsingContext.getTree', { 'moz:scope': 'chrome' });
  const [{ context }] = (tree as { contexts: [{ context: string }] }).contexts;
  const { result } = await connection.send('script.evaluate', {
    expression: `${statements.join(';\n')}; true`,
    target: { context },
    awaitPromise: false,
  });
  if ((result as { type: string }).type !== 'success') throw new Error(JSON.stringify(result));
}
