import type { Browser, BrowserContext, KeyInput, Page } from 'puppeteer-core';
import type { Emulation, Settings, Tab } from '../engine.ts';

const LOAD_LIMIT = 20_000;

/** What Firefox logs, as if it were a page's uncaught error, when a navigation interrupts what a worker loads. */
const INTERRUPTED = /^Failed to load ‘|^Failed to read data from the ReadableStream/;

/** A change of the device, as an engine makes it. */
type Emulate = (page: Page, change: Partial<Emulation>) => Promise<void>;

/** What differs between the engines that puppeteer drives. */
interface Differences {
  emulate: Emulate;
  /** Runs before the first page is opened. */
  prepare: (page: Page) => Promise<void>;
  /** Runs once the tab is closed. */
  after?: (() => Promise<void>) | undefined;
}

/** Opens a tab with an empty profile. */
export async function openTab(
  browser: Browser,
  settings: Settings,
  { emulate, prepare, after }: Differences,
): Promise<Tab> {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  await page.setViewport(settings.viewport);
  await prepare(page);
  return tabOf(page, context, emulate, after);
}

function tabOf(page: Page, context: BrowserContext, emulate: Emulate, after: Differences['after']): Tab {
  const errors: string[] = [];
  page.on('pageerror', (error) => {
    const text = error instanceof Error ? error.message : String(error);
    if (!INTERRUPTED.test(text)) errors.push(text);
  });
  const load = { waitUntil: 'load', timeout: LOAD_LIMIT } as const;
  return {
    errors,
    goto: (url) => arrival(page.goto(url, load)),
    reload: () => arrival(page.reload(load)),
    evaluate: (expression) => page.evaluate(expression),
    move: (x, y) => page.mouse.move(x, y),
    click: (x, y) => page.mouse.click(x, y),
    press: async (key) => {
      const [last, ...held] = key.split('+').reverse() as [KeyInput, ...KeyInput[]];
      for (const each of held.toReversed()) await page.keyboard.down(each);
      await page.keyboard.press(last);
      for (const each of held) await page.keyboard.up(each);
    },
    type: (text) => page.keyboard.type(text),
    emulate: (change) => emulate(page, change),
    screenshot: () => page.screenshot(),
    close: async () => {
      await context.close();
      await after?.();
    },
  };
}

/** Waits for a load. The reader sees what comes of a failed one. */
async function arrival(load: Promise<unknown>): Promise<void> {
  await load.catch(() => undefined);
}
