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
  bar: { width: number; top: number; color: string; animation: string };
  /** Name of the spinner's animation. */
  spinner: string;
  /** Whether it is above everything else, also above an open dialog or menu. */
  onTop: boolean;
}

interface Fixtures {
  /** Everything that the pages of this test showed of navigations, first to last. */
  shown: Feedback[];
}

/** The site's test with its own server, which records what was shown between pages. */
export const test = base.extend<Fixtures>({
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

/** Reports every change of the live region. Runs in the page, because Playwright can't inspect it during a navigation. */
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
    const { x, y, width, height } = region.getBoundingClientRect();
    window.reportFeedback({
      text: last,
      after: performance.now() - input,
      bar: {
        width: Number.parseFloat(bar.width),
        top: Number.parseFloat(bar.top),
        color: bar.borderTopColor,
        animation: bar.animationName,
      },
      spinner: getComputedStyle(region, '::after').animationName,
      onTop: document.elementFromPoint(x + width / 2, y + height / 2) === region,
    });
  }).observe(document, { childList: true, subtree: true, characterData: true });
}

/** Two neighbors of the example guide. */
export const NEXT = { name: 'Authentication', path: '/account-information/authentication/' };
export const OTHER = { name: 'App screen', path: '/account-information/appscreen/' };

/** Text of the live region during a navigation. */
export const LOADING = 'Loading the page…';

/** Milliseconds until a delayed page arrives, enough for the feedback to show. */
export const LONG = 2_500;

/** Clicks a link and waits until the feedback shows; Playwright's own clicks wait for the next page. */
export async function clickAndSee(page: Page, shown: Feedback[], name = NEXT.name): Promise<void> {
  // The call ends with the page or with the test.
  void link(page, name)
    .click({ noWaitAfter: true })
    .catch(() => undefined);
  await expect.poll(() => shown.at(-1)?.text).toBe(LOADING);
}

/** A link of the section's sidebar. */
export const link = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true });

/** The live region. */
export const region = (page: Page) => page.locator('.page-loading');

/** Headers of the requests for a path so far, including prefetches. */
export const requestsFor = (server: UnsteadyServer, path: string) =>
  server.requests.filter((request) => request.path === path).map(({ headers }) => headers);

/** The requested pages. Other files are left out, because the service worker requests some. */
export const requestedPages = (server: UnsteadyServer) =>
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
