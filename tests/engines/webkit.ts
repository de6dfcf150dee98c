import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test as base } from '@playwright/test';
import { Builder, Key, type WebDriver, type WebElement } from 'selenium-webdriver';
import { findEngine } from '../support/engines.ts';
import { freePort } from '../support/free-port.ts';
import { viewports } from '../support/site.ts';
import { WatchedServer } from './watched-server.ts';

/* WebKitGTK: MiniBrowser, driven by WebKitWebDriver, on its own X server. */

/** How long, in milliseconds, what a reader waits for may take. */
const LIMIT = 20_000;

/** Starts take a second or two, but rarely one never ends: then another driver and browser are started. */
const START_LIMIT = 10_000;

/** Where elements of a role may be. WebKit itself says which role and name an element has. */
const candidates = {
  alert: '[role=alert]',
  button: 'button, summary',
  complementary: 'aside',
  dialog: 'dialog',
  heading: 'h1',
  link: 'a[href]',
  navigation: 'nav',
  region: 'section',
  tab: '[role=tab]',
  tabpanel: '[role=tabpanel]',
  textbox: 'input, textarea',
};

type Role = keyof typeof candidates;

/** Finds the elements that readers can see, in the page. */
const visible = `return [...(arguments[1] ?? document).querySelectorAll(arguments[0])].filter((element) =>
  element.checkVisibility({ visibilityProperty: true }))`;

/** Scalar tests whether it may compile code, and works without. */
const PROBE = /^script-src blocked eval on .*-api\/$/;

/** An element by its role and its accessible name: the whole name, or a match in it. */
export class Target {
  readonly #reader: Reader;
  readonly #description: string;
  readonly #find: () => Promise<WebElement[]>;

  constructor(reader: Reader, description: string, find: () => Promise<WebElement[]>) {
    this.#reader = reader;
    this.#description = description;
    this.#find = find;
  }

  /** An element inside this one. */
  by(role: Role, name?: string | RegExp): Target {
    return this.#reader.by(role, name, async () => (await this.#find())[0]);
  }

  /** All elements that fit and that readers can see, as soon as there is one. */
  async all(): Promise<WebElement[]> {
    let found: WebElement[] = [];
    await expect(async () => {
      found = await this.#find();
      expect(found.length, `${this.#description} is visible`).toBeGreaterThan(0);
    }).toPass({ timeout: LIMIT });
    return found;
  }

  /** The first element that fits, as soon as there is one. */
  async see(): Promise<WebElement> {
    return (await this.all())[0]!;
  }

  /** Waits until no element fits. */
  async gone(): Promise<void> {
    await expect
      .poll(async () => (await this.#find()).length, {
        message: `${this.#description} is gone`,
        timeout: LIMIT,
      })
      .toBe(0);
  }

  /** Clicks the first element that fits, once nothing moves or covers it. */
  async click(): Promise<void> {
    await expect(async () => (await this.see()).click(), `${this.#description} can be clicked`).toPass({
      timeout: LIMIT,
    });
  }

  /** Waits until the text of the first element that fits contains a string or matches a pattern. */
  async says(text: string | RegExp): Promise<void> {
    await expect
      .poll(async () => (await (await this.see()).getText()).replaceAll(/\s+/g, ' '), {
        message: this.#description,
        timeout: LIMIT,
      })
      .toMatch(typeof text === 'string' ? new RegExp(RegExp.escape(text)) : text);
  }

  /** Waits until the first element that fits has the focus. */
  async isFocused(): Promise<void> {
    await this.#reader.until(`${this.#description} has the focus`, async () =>
      this.#reader.evaluate((element) => element === document.activeElement, await this.see()),
    );
  }

  async hover(): Promise<void> {
    await this.#reader.driver
      .actions()
      .move({ origin: await this.see() })
      .perform();
  }

  async scrollIntoView(): Promise<void> {
    await this.#reader.evaluate((element) => element.scrollIntoView(), await this.see());
  }

  /** Focuses the first element that fits, as the Tab key does. */
  async focus(): Promise<void> {
    await this.#reader.evaluate((element) => element.focus(), await this.see());
  }
}

/** A window of WebKit as tests use it. */
export class Reader {
  readonly driver: WebDriver;
  readonly #site: string;

  constructor(driver: WebDriver, site: string) {
    this.driver = driver;
    this.#site = site;
  }

  by(role: Role, name?: string | RegExp, within?: () => Promise<WebElement | undefined>): Target {
    const fits = async (element: WebElement) => {
      try {
        if ((await element.getAriaRole()) !== role) return false;
        const actual = name === undefined ? '' : await element.getAccessibleName();
        return name === undefined || (typeof name === 'string' ? actual === name : name.test(actual));
      } catch {
        // It has left the page, or is in no accessibility tree.
        return false;
      }
    };
    return new Target(this, `the ${role} ${name?.toString() ?? ''}`, async () => {
      const root = await within?.();
      if (within && !root) return [];
      const elements = await this.driver.executeScript<WebElement[]>(visible, candidates[role], root);
      const isFound = await Promise.all(elements.map(fits));
      return elements.filter((_each, index) => isFound[index]);
    });
  }

  /** Opens a page and waits until it is loaded. What comes of a failed load is for the reader to see. */
  async goto(path: string): Promise<void> {
    await this.driver.get(this.#site + path).catch(() => undefined);
  }

  async reload(): Promise<void> {
    await this.driver
      .navigate()
      .refresh()
      .catch(() => undefined);
  }

  /** Runs a function in the page. It can only use its arguments. */
  evaluate<Value, Values extends unknown[]>(
    run: (
      ...values: { [Key in keyof Values]: Values[Key] extends WebElement ? HTMLElement : Values[Key] }
    ) => Value,
    ...values: Values
  ): Promise<Awaited<Value>> {
    return this.driver.executeScript(`return (${run.toString()})(...arguments)`, ...values);
  }

  /** Waits until a function returns true, also across navigations. */
  async until(message: string, ask: () => Promise<boolean>): Promise<void> {
    await expect.poll(() => ask().catch(() => false), { message, timeout: LIMIT }).toBe(true);
  }

  /** Waits until the page has a path, with its fragment if there is one. */
  async arrives(path: string): Promise<void> {
    const place = () => this.evaluate(() => location.pathname + location.hash).catch(String);
    await expect.poll(place, { message: 'the page', timeout: LIMIT }).toBe(path);
  }

  /** Presses keys together, such as Control and k. */
  async press(...keys: string[]): Promise<void> {
    const actions = this.driver.actions();
    for (const key of keys) actions.keyDown(key);
    for (const key of keys.toReversed()) actions.keyUp(key);
    await actions.perform();
  }

  async type(text: string): Promise<void> {
    await this.driver.actions().sendKeys(text).perform();
  }
}

export { expect, Key };

/** Waits until the worker controls the open page and has stored it with the files that it loads. */
export async function isStored(reader: Reader, path: string): Promise<void> {
  await reader.until(`${path} is stored`, () =>
    reader.evaluate(async (wanted) => {
      await navigator.serviceWorker.ready;
      const loaded = performance
        .getEntriesByType('resource')
        .map(({ name }) => name)
        .filter((name) => name.includes('/_astro/'));
      const found = await Promise.all([wanted, ...loaded].map((url) => caches.match(url)));
      return navigator.serviceWorker.controller !== null && found.every((each) => each !== undefined);
    }, path),
  );
}

interface Worker {
  /** Starts a browser, or returns the one that is there: only a new one can turn JavaScript on or off. */
  browserWith: (javaScript: boolean) => Promise<WebDriver>;
}

interface Fixtures {
  /** The built site on its own port, and thus origin: no test sees what another one has stored. */
  server: WatchedServer;
  reader: Reader;
  /** What the policy must block in a test. */
  blocks: RegExp | undefined;
}

export const test = base.extend<Fixtures, Worker>({
  blocks: [undefined, { option: true }],
  browserWith: [
    async ({}, use) => {
      const children: ChildProcess[] = [];
      const home = await mkdtemp(join(tmpdir(), 'webkit-home-'));
      // MiniBrowser's window has a toolbar above the page.
      const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'], {
        stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
      });
      children.push(screen);
      const [display] = (await once(screen.stdio[3] as Readable, 'data')) as [Buffer];
      const env = { ...process.env, DISPLAY: `:${display.toString().trim()}`, HOME: home };
      const browsers = new Map<boolean, Promise<WebDriver>>();
      await use(async (javaScript) => {
        const browser = browsers.get(javaScript) ?? startBrowser(javaScript, env, children);
        browsers.set(javaScript, browser);
        return browser;
      });
      for (const child of children.toReversed()) child.kill();
      await rm(home, { recursive: true, force: true, maxRetries: 5 });
    },
    { scope: 'worker' },
  ],
  viewport: viewports.desktop,
  server: async ({}, use) => {
    const server = await WatchedServer.start();
    await use(server);
    await server.close();
  },
  reader: async ({ browserWith, server, javaScriptEnabled, viewport, blocks }, use, info) => {
    const driver = await browserWith(javaScriptEnabled);
    const reader = new Reader(driver, server.url);
    await resize(reader, viewport!);
    await use(reader);
    if (info.errors.length > 0) {
      const body = Buffer.from(await driver.takeScreenshot(), 'base64');
      await info.attach('screenshot', { body, contentType: 'image/png' });
    }
    await driver.get('about:blank');
    expect(server.seen.errors, 'errors that no script of the page caught').toEqual([]);
    const blocked = server.seen.violations.filter((each) => !PROBE.test(each) && !blocks?.test(each));
    expect(blocked, 'content that the policy blocked').toEqual([]);
  },
});

async function startBrowser(
  javaScript: boolean,
  env: NodeJS.ProcessEnv,
  children: ChildProcess[],
  starts = 3,
): Promise<WebDriver> {
  const port = await freePort();
  const child = spawn('WebKitWebDriver', [`--port=${port}`], { stdio: 'ignore', env });
  children.push(child);
  const url = `http://127.0.0.1:${port}`;
  while (!(await fetch(`${url}/status`).catch(() => undefined))) await sleep(50);
  const options = {
    binary: findEngine('webkit'),
    args: ['--automation', `--enable-javascript=${javaScript}`],
  };
  const browser = new Builder()
    .usingServer(url)
    .withCapabilities({ browserName: 'MiniBrowser', 'webkitgtk:browserOptions': options })
    .build();
  const started = await Promise.race([browser, sleep(START_LIMIT)]);
  if (started) return browser;
  child.kill();
  if (starts === 1) throw new Error('WebKit does not start.');
  return startBrowser(javaScript, env, children, starts - 1);
}

/** Sets the size of the page. MiniBrowser's toolbar keeps windows at least 447 px wide. */
async function resize(reader: Reader, { width, height }: { width: number; height: number }) {
  const window = reader.driver.manage().window();
  await window.setRect({ width, height });
  const toolbar = height - (await reader.evaluate(() => innerHeight));
  await window.setRect({ width, height: height + toolbar });
}
