import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test as base } from '@playwright/test';
import { Builder, Key, type WebDriver, type WebElement } from 'selenium-webdriver';
import { createSiteServer } from '../../src/hosting/preview-server.ts';
import { readFacts } from '../../src/hosting/site-facts.ts';
import { findEngine } from '../support/engines.ts';
import { freePort } from '../support/free-port.ts';
import { viewports } from '../support/site.ts';
import { UnsteadyServer } from '../support/unsteady-server.ts';

/* WebKitGTK: MiniBrowser, driven by WebKitWebDriver, on its own X server. */

/** A start takes a second or two. If it hangs, which is rare, tests start another driver and browser. */
const START_LIMIT = 10_000;

/** Selectors for elements that may have a role. WebKit itself reports an element's role and name. */
const candidates = {
  alert: '[role=alert]',
  button: 'button, summary',
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

/** Finds visible elements with a text in them or in their label. Runs in the page. */
const visible = `const [selector, root, name] = arguments;
return [...(root ?? document).querySelectorAll(selector)].filter((element) =>
  element.checkVisibility({ visibilityProperty: true }) &&
  [element.ariaLabel, element.title, element.textContent].join().includes(name))`;

/** Roles whose elements contain their name. Asking WebKit for every name on a page would take seconds. */
const NAMED: readonly Role[] = ['button', 'link', 'tab'];

const REPORTER = '/reporter.js';
/** The beginning of the URLs that {@link reportErrors} requests. */
const REPORT = '/report?';

/** Requests a URL for each uncaught error and policy violation. Runs in the page. */
function reportErrors(start: string): void {
  const report = (what: string) => navigator.sendBeacon(start + encodeURIComponent(what));
  addEventListener('error', ({ message }) => report(message));
  addEventListener('unhandledrejection', ({ reason }) => report(String(reason)));
  addEventListener('securitypolicyviolation', ({ blockedURI }) => {
    // Scalar probes for `eval` and works without it.
    if (blockedURI !== 'eval') report(`blocked: ${blockedURI}`);
  });
}

/** Finds an element by its role and accessible name: the whole name, or a pattern in it. */
class Target {
  readonly #reader: Reader;
  readonly #role: Role;
  readonly #name: string | RegExp | undefined;
  readonly #within: Target | undefined;

  constructor(reader: Reader, role: Role, name?: string | RegExp, within?: Target) {
    this.#reader = reader;
    this.#role = role;
    this.#name = name;
    this.#within = within;
  }

  by(role: Role, name?: string | RegExp): Target {
    return new Target(this.#reader, role, name, this);
  }

  toString(): string {
    return `the ${this.#role} ${this.#name?.toString() ?? ''}`;
  }

  /** All matching elements that are visible now. */
  async #now(): Promise<WebElement[]> {
    const root = this.#within && (await this.#within.#now());
    if (root?.length === 0) return [];
    const { driver } = this.#reader;
    const text = NAMED.includes(this.#role) && typeof this.#name === 'string' ? this.#name : '';
    const elements = await driver.executeScript<WebElement[]>(
      visible,
      candidates[this.#role],
      root?.[0] ?? null,
      text,
    );
    // An element may have been removed, or be outside the accessibility tree.
    const isFound = await Promise.all(elements.map((each) => this.#fits(each).catch(() => false)));
    return elements.filter((_each, index) => isFound[index]);
  }

  async #fits(element: WebElement): Promise<boolean> {
    if ((await element.getAriaRole()) !== this.#role) return false;
    if (this.#name === undefined) return true;
    const name = await element.getAccessibleName();
    return typeof this.#name === 'string' ? name === this.#name : this.#name.test(name);
  }

  /** All matching elements, as soon as there is one. */
  async all(): Promise<WebElement[]> {
    let found: WebElement[] = [];
    const find = async () => (found = await this.#now().catch(() => [])).length;
    await expect.poll(find, `${this} is visible`).toBeGreaterThan(0);
    return found;
  }

  /** The first matching element, as soon as there is one. The other methods also use it. */
  async see(): Promise<WebElement> {
    return (await this.all())[0]!;
  }

  async gone(): Promise<void> {
    // During a navigation, the count is unknown.
    await expect.poll(() => this.#now().then(({ length }) => length, String), `${this} is gone`).toBe(0);
  }

  /** Clicks once the element has stopped moving and nothing covers it. */
  async click(): Promise<void> {
    const click = () => this.see().then((element) => element.click());
    await expect.poll(() => click().then(() => 'clicked', String), `${this}`).toBe('clicked');
  }

  async says(text: RegExp): Promise<void> {
    const said = () => this.see().then((element) => element.getText());
    await expect
      .poll(async () => (await said().catch(String)).replaceAll(/\s+/g, ' '), `${this}`)
      .toMatch(text);
  }

  async isFocused(): Promise<void> {
    const isActive = (element: HTMLElement) => element === document.activeElement;
    await this.#reader.until(`${this} has the focus`, async () => this.evaluate(isActive));
  }

  /** Runs a function on the element, in the page. It can't use variables from the test. */
  async evaluate<Value>(run: (element: HTMLElement) => Value): Promise<Value> {
    return this.#reader.driver.executeScript(`return (${run.toString()})(arguments[0])`, await this.see());
  }
}

/** A WebKit window for tests. */
export class Reader {
  readonly driver: WebDriver;
  readonly #site: string;

  constructor(driver: WebDriver, site: string) {
    this.driver = driver;
    this.#site = site;
  }

  by(role: Role, name?: string | RegExp): Target {
    return new Target(this, role, name);
  }

  /** Opens a page and waits until it has loaded. Ignores errors, because the page shows them. */
  async goto(path: string): Promise<void> {
    await this.driver.get(this.#site + path).catch(() => undefined);
  }

  async reload(): Promise<void> {
    await this.evaluate(() => location.reload());
  }

  /** Runs a function in the page. It can't use variables from the test. */
  evaluate<Value>(run: () => Value): Promise<Awaited<Value>> {
    return this.driver.executeScript(`return (${run.toString()})()`);
  }

  async until(message: string, ask: () => Promise<boolean>): Promise<void> {
    await expect.poll(() => ask().catch(() => false), message).toBe(true);
  }

  async arrives(path: string): Promise<void> {
    await expect.poll(() => this.evaluate(() => location.pathname).catch(String), 'the page').toBe(path);
  }

  async press(...keys: string[]): Promise<void> {
    const actions = this.driver.actions();
    for (const key of keys) actions.keyDown(key);
    for (const key of keys.toReversed()) actions.keyUp(key);
    await actions.perform();
  }
}

export { expect, Key };

interface Fixtures {
  /** The built site on its own port, and therefore its own origin, so tests don't share storage. */
  server: UnsteadyServer;
  reader: Reader;
}

export const test = base.extend<Fixtures, { driver: WebDriver }>({
  driver: [
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
      await use(await startBrowser(env, children));
      for (const child of children.toReversed()) child.kill();
      await rm(home, { recursive: true, force: true, maxRetries: 5 });
    },
    { scope: 'worker' },
  ],
  viewport: viewports.desktop,
  server: async ({}, use) => {
    const site = createSiteServer('dist', readFacts());
    const server = await UnsteadyServer.start(
      createServer((request, response) => {
        if (request.url !== REPORTER) site.emit('request', request, response);
        else
          response
            .setHeader('content-type', 'text/javascript')
            .end(`(${reportErrors.toString()})('${REPORT}')`);
      }),
    );
    server.rewrite((html) => html.replace(/<head[^>]*>/, `$&<script src="${REPORTER}"></script>`));
    await use(server);
    await server.close();
  },
  reader: async ({ driver, server, viewport }, use, info) => {
    const reader = new Reader(driver, server.url);
    // MiniBrowser's toolbar takes some of the height and keeps windows at least 447 px wide.
    await driver.manage().window().setRect(viewport!);
    await use(reader);
    if (info.errors.length > 0) {
      const body = Buffer.from(await driver.takeScreenshot(), 'base64');
      await info.attach('screenshot', { body, contentType: 'image/png' });
    }
    await driver.get('about:blank');
    // WebKit's driver doesn't report errors in pages.
    const errors = server.requests.filter((path) => path.startsWith(REPORT));
    expect(errors.map(decodeURIComponent), 'errors in pages').toEqual([]);
  },
});

async function startBrowser(
  env: NodeJS.ProcessEnv,
  children: ChildProcess[],
  starts = 3,
): Promise<WebDriver> {
  const port = await freePort();
  const child = spawn('WebKitWebDriver', [`--port=${port}`], { stdio: 'ignore', env });
  children.push(child);
  const url = `http://127.0.0.1:${port}`;
  while (!(await fetch(`${url}/status`).catch(() => undefined))) await sleep(50);
  const options = { binary: findEngine('webkit'), args: ['--automation'] };
  const browser = new Builder()
    .usingServer(url)
    .withCapabilities({ browserName: 'MiniBrowser', 'webkitgtk:browserOptions': options })
    .build();
  const started = await Promise.race([browser.catch(() => undefined), sleep(START_LIMIT)]);
  if (started) return started;
  child.kill();
  if (starts === 1) throw new Error("WebKit doesn't start.");
  return startBrowser(env, children, starts - 1);
}
