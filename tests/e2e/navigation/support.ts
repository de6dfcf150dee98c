import type { Page } from '@playwright/test';
import { expect } from '../../support/site.ts';
import type { UnsteadyServer } from '../../support/unsteady-server.ts';
import { test as base } from '../../support/unsteady-site.ts';

/** What the page showed of a navigation at one moment. */
export interface Feedback {
  /** Text of the live region; empty when the feedback goes away. */
  text: string;
  /** Milliseconds since the last click or press of a key. */
  after: number;
  bar: { width: number; top: number; thickness: string; color: string; animation: string };
  spinner: { width: number; animation: string };
  /** Whether assistive technology and the pointer can reach it: a modal dialog makes the rest of the page inert. */
  reachable: boolean;
}

/** Removes the service worker, and reloads the page as on a first visit to a host without one. */
export async function withoutWorker(
  page: { evaluate: (run: () => Promise<unknown>) => Promise<unknown>; reload: () => Promise<unknown> },
  server: UnsteadyServer,
): Promise<void> {
  server.drop('/service-worker.js');
  await page.evaluate(async () => {
    const all = await navigator.serviceWorker.getRegistrations();
    return Promise.all(all.map((each) => each.unregister()));
  });
  await page.reload();
}

interface Options {
  /** Everything that the pages of this test showed of navigations, first to last. */
  shown: Feedback[];
}

/** The site's test, on a server of its own, with a record of what was shown on the way between pages. */
export const test = base.extend<Options>({
  shown: async ({ page }, use) => {
    const shown: Feedback[] = [];
    await page.exposeFunction('reportFeedback', (feedback: Feedback) => shown.push(feedback));
    await page.addInitScript(recordFeedback);
    await use(shown);
  },
});

declare global {
  interface Window {
    reportFeedback: (feedback: Feedback) => void;
  }
}

/** Runs in the page, before it has content, and reports every change of the live region. */
function recordFeedback() {
  let last = '';
  let input = performance.now();
  for (const type of ['click', 'keydown']) {
    addEventListener(type, () => (input = performance.now()), { capture: true });
  }
  new MutationObserver(() => {
    const region = document.querySelector('.page-loading');
    if (!region || region.textContent === last) return;
    last = region.textContent;
    const bar = getComputedStyle(region, '::before');
    const spinner = getComputedStyle(region, '::after');
    window.reportFeedback({
      text: last,
      after: performance.now() - input,
      bar: {
        width: Number.parseFloat(bar.width),
        top: Number.parseFloat(bar.top),
        thickness: bar.borderTopWidth,
        color: bar.borderTopColor,
        animation: bar.animationName,
      },
      spinner: { width: Number.parseFloat(spinner.width), animation: spinner.animationName },
      reachable: !document.querySelector('dialog:modal') || region.closest('dialog:modal') !== null,
    });
  }).observe(document, { childList: true, subtree: true, characterData: true });
}

/** Two neighbours of the example guide. */
export const NEXT = { name: 'Authentication', path: '/account-information/authentication/' };
export const OTHER = { name: 'App screen', path: '/account-information/appscreen/' };

/** What the live region says. */
export const LOADING = 'Loading the page…';

/** Milliseconds that are enough for the feedback to come, on a busy machine too. */
export const LONG = 2_500;

/** Presses a link without waiting for the page that it leads to; Playwright's own clicks wait. */
export function press(page: Page, name: string): void {
  // The call ends with the page or with the test.
  void link(page, name)
    .click({ noWaitAfter: true })
    .catch(() => undefined);
}

/** Presses a link and waits until the feedback shows. */
export async function pressAndSee(page: Page, shown: Feedback[], name = NEXT.name): Promise<void> {
  press(page, name);
  await expect.poll(() => shown.at(-1)?.text, { timeout: LONG }).toBe(LOADING);
}

/** A link of the section's sidebar. */
export const link = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true });

/** The live region. */
export const region = (page: Page) => page.locator('.page-loading');

/** How often a page was requested, including prefetches. */
export const asked = (server: UnsteadyServer, path: string) =>
  server.requests.filter((request) => request.path === path).map(({ headers }) => headers);

/** The requested pages. Other files are left out, because the service worker requests some. */
export const pagesAsked = (server: UnsteadyServer) =>
  server.requests.map(({ path }) => path).filter((path) => /\/(\?.*)?$/.test(path));

/** Removes a browser API, or makes it throw on every use, before the scripts of the page run. */
export async function without(page: Page, name: string, how: 'missing' | 'throwing'): Promise<void> {
  await page.addInitScript(
    ({ path, throwing }) => {
      const names = path.split('.');
      const last = names.pop()!;
      const owner = names.reduce<object>((each, key) => Reflect.get(each, key) as object, window);
      const get = () => {
        throw new DOMException(`${last} is not allowed.`, 'SecurityError');
      };
      if (throwing) Object.defineProperty(owner, last, { configurable: true, get });
      for (let each: object | null = owner; each && !throwing; each = Object.getPrototypeOf(each) as object) {
        Reflect.deleteProperty(each, last);
      }
    },
    { path: name, throwing: how === 'throwing' },
  );
}
