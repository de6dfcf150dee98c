import { rm } from 'node:fs/promises';
import { test as base, expect, type Locator, type Page } from '@playwright/test';
import { announcement } from '../../src/config/announcement.ts';
import { isInteractive } from '../../src/config/apis.ts';
import { sections } from '../../src/config/sections.ts';
import { guideGroups } from '../../src/config/sidebars.ts';
import { readFacts } from '../../src/hosting/site-facts.ts';
import { anotherDeploy } from './another-deploy.ts';
import { pageAt, type BuiltPage } from './built-pages.ts';
import { seeNetwork } from './loopback.ts';
import { UnsteadyServer } from './unsteady-server.ts';

/** The specification's viewports: a phone, both sides of the breakpoint, and a desktop. */
export const viewports = {
  phone: { width: 390, height: 844 },
  lastMobile: { width: 996, height: 800 },
  firstDesktop: { width: 997, height: 800 },
  desktop: { width: 1440, height: 900 },
} as const;

const facts = readFacts();

/** A page's current URL: below the built site's path, and after redirects, because writers may move it. */
export const at = (path: string): string =>
  (facts.redirects[facts.base + path] ?? facts.base + path).replace(/#.*/, '');

/** A built page, for content that tests shouldn't repeat. */
export const builtPage = (path: string): BuiltPage => pageAt(path.slice(facts.base.length));

/** One example page of each kind. */
export const examples = {
  home: at('/'),
  guide: at('/account-information/data-access/consents/'),
  longGuide: at('/webhooks/'),
  withFlowchart: at('/account-information/'),
  /** A page with text only, without samples. */
  plain: at('/account-information/appscreen/'),
  referenceOverview: at('/api/consents/'),
  operation: at('/api/consents/operations/refreshconsent/'),
  /** An operation with parameters, and with nested objects in its response. */
  list: at('/api/transactions/operations/listtransactions/'),
  interactive: at('/consents-api/'),
  /** A page with its own input field. */
  withField: at('/categorization/engines/z1-engine/categories/'),
  /** The page for writers, which contains one of everything. */
  everything: at('/markdown-page/'),
  notFound: at('/no-such-page/'),
} as const;

/** The pages before and after the example guide in the same sidebar group. */
const guides = guideGroups.flatMap(({ slugs }) => slugs).map((slug) => at(`/${slug}/`));
const position = guides.indexOf(examples.guide);
export const previousGuide = guides[position - 1]!;
export const nextGuide = guides[position + 1]!;

export interface Options {
  /** Local storage from earlier visits. */
  stored: Record<string, string>;
  /** Uncaught errors to ignore, because they come from a package's code. */
  errorsOfOthers: RegExp | undefined;
}

/**
 * Errors that Chromium reports about view transitions between pages, even with JavaScript off: on a busy machine, and
 * on pages without them, such as server errors.
 */
const TRANSITION = /^Transition was aborted because of invalid state/;

/** Firefox's logged errors to ignore: files that tests keep from loading, and Scalar's `eval` probe. */
const LOGGED =
  /^(Failed to load ‘|Failed to read data from|Loading module from|The stylesheet .* was not loaded|The page’s settings blocked a JavaScript eval)/;

/** Chromium's messages about the policy, except Scalar's `eval` probe. */
const BLOCKED = /^(?!.*'unsafe-eval').*Content Security Policy/s;

/**
 * Playwright's test with {@link Options}. It fails if a page throws an unhandled error, if the policy blocks anything,
 * or if a page requests something from another origin.
 */
export const test = base.extend<Options>({
  stored: [{}, { option: true }],
  errorsOfOthers: [undefined, { option: true }],
  storageState: async ({ stored, baseURL }, use) => {
    const localStorage = Object.entries(stored).map(([name, value]) => ({ name, value }));
    // Fill storage only if needed, because Playwright opens a page for it, which takes a quarter of a short test.
    const origins = localStorage.length > 0 ? [{ origin: new URL(baseURL!).origin, localStorage }] : [];
    await use({ cookies: [], origins });
  },
  page: async ({ page, context, baseURL, errorsOfOthers }, use) => {
    await seeNetwork(context);
    const errors: string[] = [];
    page.on('pageerror', ({ message, stack }) => {
      if (![TRANSITION, LOGGED, errorsOfOthers].some((each) => each?.test(message)))
        errors.push(`${message}\n${stack ?? ''}`);
    });
    page.on('console', (message) => {
      if (BLOCKED.test(message.text())) errors.push(message.text());
    });
    page.on('request', (request) => {
      const { protocol, origin } = new URL(request.url());
      if (/^https?:$/.test(protocol) && origin !== new URL(baseURL!).origin) errors.push(request.url());
    });
    await use(page);
    expect(errors, 'unhandled errors, what the policy blocked, and requests to other origins').toEqual([]);
  },
});

/** The site's test with its own server, whose failures it controls, and with the service worker allowed. */
export const unsteadyTest = test.extend<{ server: UnsteadyServer; second: string }>({
  server: async ({}, use) => {
    const server = await UnsteadyServer.start();
    await use(server);
    await server.close();
  },
  // A folder with a second deploy of the site.
  second: async ({}, use) => {
    const folder = await anotherDeploy();
    await use(folder);
    await rm(folder, { recursive: true });
  },
  baseURL: async ({ server }, use) => use(server.url),
  serviceWorkers: 'allow',
});

export { expect };

export const colorModeToggle = (page: Page) => page.getByRole('button', { name: /^Color mode:/ });
export const announcementBar = (page: Page) => page.getByRole('complementary', { name: 'Announcement' });
export const header = (page: Page) => page.getByRole('banner');
/** The sidebar; on a phone, the menu that contains it. */
export const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Main' });
export const linkTo = (page: Page, path: string) => sidebar(page).locator(`a[href="${path}"]`);
/** The headings of a page's sections. */
export const headings = (page: Page) => page.locator('main .sl-markdown-content h2');
export const searchButton = (page: Page) => header(page).getByRole('button', { name: 'Search', exact: true });

export const isAnnounced = announcement !== undefined;
export const isDismissible = announcement?.dismissible === true;

/** The top links' labels, in order. */
export const topLinks: string[] = sections.map(({ label }) => label);

/** The desktop header's links and buttons: top links, product, search, color mode, and language. */
export const HEADER_CONTROLS = topLinks.length + 4;

/** The local storage key of the current announcement's dismissal. */
export const dismissal = `announcement-dismissed:${announcement?.id}`;

/** The element that Scalar renders on interactive pages. */
export const reference = (page: Page): Locator =>
  page.getByRole('region', { name: 'Full reference', exact: true });

/** Scrolls to the interactive reference, which renders when it is visible. */
export const scrollToReference = (page: Page): Promise<void> =>
  reference(page).evaluate((place) => place.scrollIntoView());

/** A button in every operation rendered by Scalar. */
export const renderedOperation = (page: Page): Locator =>
  page.getByRole('button', { name: 'Copy link' }).first();

/** The time limit for rendering the reference. Scalar is large, so a busy machine takes a while. */
export const RENDERED = { timeout: 45_000 };

/** Opens a page. If it has an interactive reference, scrolls to it and waits until it has rendered. */
export async function openPage(page: Page, path: string): Promise<void> {
  await page.goto(path);
  if (!isInteractive(path)) return;
  await scrollToReference(page);
  await expect(renderedOperation(page)).toBeVisible(RENDERED);
  await expect(page.getByText('The full reference is loading')).toHaveCount(0);
}

/** Returns the elements that don't fit into the window. */
export function overflow(page: Page) {
  return page.evaluate(() => ({
    pixels: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    clipped: [document.documentElement, document.body].some((element) =>
      ['hidden', 'clip'].includes(getComputedStyle(element).overflowX),
    ),
    cutTitles: [...document.querySelectorAll('figcaption, figcaption *')]
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map(({ textContent }) => textContent),
  }));
}

/** The result of {@link overflow} for a page that fits. */
export const fits = { pixels: 0, clipped: false, cutTitles: [] };

/** The rectangle of an element; fails if it isn't rendered. */
export async function boxOf(element: Locator) {
  const box = await element.boundingBox();
  if (!box) throw new Error(`${element.toString()} isn't visible.`);
  return { ...box, right: box.x + box.width, bottom: box.y + box.height };
}

/** Waits until the page has a theme, in both its attribute and its visible colors. */
export async function expectTheme(page: Page, theme: 'light' | 'dark') {
  await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
  const luminance = await page.evaluate(() =>
    Number(/\d+/.exec(getComputedStyle(document.body).backgroundColor)?.[0]),
  );
  expect(luminance < 128).toBe(theme === 'dark');
}

/** Waits until all animations and layout changes after the last input have finished. */
export async function atRest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    for (let still = 0; still < 3;) {
      const position = scrollY;
      await nextFrame();
      still = position === scrollY ? still + 1 : 0;
    }
    // Animations that follow a scroll position never finish.
    const timed = document.getAnimations().filter(({ timeline }) => timeline === document.timeline);
    await Promise.allSettled(timed.map(({ finished }) => finished));
  });
}

/** Delays script files until the returned function is called. */
export async function holdScripts(page: Page): Promise<() => void> {
  const released = Promise.withResolvers<undefined>();
  await page.route(/\.js$/, async (route) => {
    await released.promise;
    await route.continue();
  });
  return () => released.resolve(undefined);
}
