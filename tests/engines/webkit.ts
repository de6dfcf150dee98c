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
import { miniBrowser } from '../support/engines.ts';
import { freePort } from '../../src/sandbox/grade/free-port.ts';
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
  textbox: 'input',
};

type Role = keyof typeof candidates;

/** Finds visible elements with a text in them or in their label, because asking for every name would take seconds. */
const visible = `const [selector, root, name] = arguments;
return [...(root ?? document).querySelectorAll(selector)].filter((element) =>
  element.checkVisibility({ visibilityProperty: true }) &&
  [element, ...(element.ariaLabelledByElements ?? [])].some(({ ariaLabel, title, textContent }) =>
    [ariaLabel, title, textContent].join().includes(name)))`;

/** Requests a URL for each uncaught error and policy violation. Runs in the page. */
function reportErrors(): void {
  const report = (what: string) => navigator.sendBeacon(`/report?${encodeURIComponent(what)}`);
  addEventListener('error', ({ message }) => report(message));
  addEventListener('unhandledrejection', ({ reason }) => report(String(reason)));
  addEventListener('securitypolicyviolation', ({ blockedURI }) => {
    // Scalar probes for `eval` and works without it.
    if (blockedURI !== 'eval') report(`blocked: ${blockedURI}`);
  });
}

/** The first visible element with a role and an accessible name, as soon as there is one. */
class Target {
  readonly #driver: WebDriver;
  readonly #role: Role;
  readonly #name: string;
  readonly #within: Target | undefined;

  constructor(driver: WebDriver, role: Role, name = '', within?: Target) {
    this.#driver = driver;
    this.#role = role;
    this.#name = name;
    this.#within = within;
  }

  by(role: Role, name?: string): Target {
    return new Target(this.#driver, role, name, this);
  }

  toString(): string {
    return `the ${this.#role} ${this.#name}`;
  }

  async #now(): Promise<WebElement | undefined> {
    const root = this.#within && (await this.#within.#now());
    if (this.#within && !root) return undefined;
    const values = [candidates[this.#role], root ?? null, this.#name];
    const found = await this.#driver.executeScript<WebElement[]>(visible, ...values);
    // An element may have been removed, or be outside the accessibility tree.
    const fits = await Promise.all(found.map((each) => this.#fits(each).catch(() => false)));
    return found[fits.indexOf(true)];
  }

  async #fits(element: WebElement): Promise<boolean> {
    if ((await element.getAriaRole()) !== this.#role) return false;
    return this.#name === '' || (await element.getAccessibleName()) === this.#name;
  }

  async see(): Promise<WebElement> {
    let found: WebElement | undefined;
    const isSeen = async () => Boolean((found = await this.#now().catch(() => undefined)));
    await expect.poll(isSeen, `${this} is visible`).toBe(true);
    return found!;
  }

  async gone(): Promise<void> {
    // During a navigation, it's unknown.
    await expect.poll(() => this.#now().catch(String), `${this} is gone`).toBeUndefined();
  }

  /** Clicks once the element has stopped moving and nothing covers it. */
  async click(): Promise<void> {
    const click = () => this.see().then((element) => element.click());
    await expect.poll(() => click().then(() => 'clicked', String), `${this}`).toBe('clicked');
  }

  async says(text: RegExp): Promise<void> {
    const said = async () => (await (await this.see()).getText()).replaceAll(/\s+/g, ' ');
    await expect.poll(() => said().catch(String), `${this}`).toMatch(text);
  }

  async isFocused(): Promise<void> {
    const isActive = () => this.evaluate((element) => element === document.activeElement);
    await expect.poll(() => isActive().catch(String), `${this} has the focus`).toBe(true);
  }

  /** Runs a function on the element, in the page. It can't use variables from the test. */
  async evaluate<Value>(run: (element: HTMLElement) => Value): Promise<Value> {
    return this.#driver.executeScript(`return (${run.toString()})(arguments[0])`, await this.see());
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

  by(role: Role, name?: string): Target {
    return new Target(this.driver, role, name);
  }

  /** Opens a page and waits until it has loaded. Ignores errors, because the page shows them. */
  async goto(path: string): Promise<void> {
    await this.driver.get(this.#site + path).catch(() => undefined);
  }

  /** Runs a function in the page. It can't use variables from the test. */
  evaluate<Value>(run: () => Value): Promise<Awaited<Value>> {
    return this.driver.executeScript(`return (${run.toString()})()`);
  }

  /** Waits until a function in the page returns a value, because during a navigation, none returns. */
  async until<Value>(run: () => Value, expected: Awaited<Value>): Promise<void> {
    await expect.poll(() => this.evaluate(run).catch(String), run.toString()).toEqual(expected);
  }

  async arrives(path: string): Promise<void> {
    await this.until(() => location.pathname, path);
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
      const home = await mkdtemp(join(tmpdir(), 'webkit-home-'));
      // MiniBrowser's window has a toolbar above the page.
      const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'], {
        stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
      });
      const [display] = (await once(screen.stdio[3] as Readable, 'data')) as [Buffer];
      const env = { ...process.env, DISPLAY: `:${display.toString().trim()}`, HOME: home };
      const [driver, child] = await startBrowser(env);
      await use(driver);
      child.kill();
      screen.kill();
      await rm(home, { recursive: true, force: true, maxRetries: 5 });
    },
    { scope: 'worker' },
  ],
  viewport: viewports.desktop,
  server: async ({}, use) => {
    const site = createSiteServer('dist', readFacts());
    const server = await UnsteadyServer.start(
      createServer((request, response) => {
        if (request.url !== '/reporter.js') return site.emit('request', request, response);
        return response.setHeader('content-type', 'text/javascript').end(`(${reportErrors.toString()})()`);
      }),
    );
    server.rewrite((html) => html.replace(/<head[^>]*>/, '$&<script src="/reporter.js"></script>'));
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
    const errors = server.requests.filter((path) => path.startsWith('/report?'));
    expect(errors.map(decodeURIComponent), 'errors in pages').toEqual([]);
  },
});

async function startBrowser(env: NodeJS.ProcessEnv, starts = 3): Promise<[WebDriver, ChildProcess]> {
  const port = await freePort();
  const child = spawn('WebKitWebDriver', [`--port=${port}`], { stdio: 'ignore', env });
  const url = `http://127.0.0.1:${port}`;
  while (!(await fetch(`${url}/status`).catch(() => undefined))) await sleep(50);
  const options = { binary: miniBrowser, args: ['--automation'] };
  const browser = new Builder()
    .usingServer(url)
    .withCapabilities({ browserName: 'MiniBrowser', 'webkitgtk:browserOptions': options })
    .build();
  const driver = await Promise.race([browser.catch(() => undefined), sleep(START_LIMIT)]);
  if (driver) return [driver, child];
  child.kill();
  if (starts === 1) throw new Error("WebKit doesn't start.");
  return startBrowser(env, starts - 1);
}
