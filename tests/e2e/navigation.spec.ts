import type { Page } from '@playwright/test';
import {
  at,
  blockStorage,
  examples,
  expect,
  linkTo,
  nextGuide,
  previousGuide,
  unsteadyTest,
  viewports,
} from '../support/site.ts';
import type { UnsteadyServer } from '../support/unsteady-server.ts';

type Motion = 'moves' | 'is still' | '';

/** The navigation feedback on the page at one moment. */
interface Feedback {
  /** Text of the live region; empty when the feedback goes away. */
  text: string;
  /** Milliseconds since the last click. */
  after: number;
  /** What the bar and the spinner do; empty if they aren't shown. */
  bar: Motion;
  spinner: Motion;
  /** True if the bar is above everything else, including an open menu. */
  onTop: boolean;
}

/** Records the feedback between pages, in order. */
const test = unsteadyTest.extend<{ shown: Feedback[] }>({
  shown: async ({ page }, use) => {
    const shown: Feedback[] = [];
    await page.exposeFunction('reportFeedback', (feedback: Feedback) => shown.push(feedback));
    // Let the page send reports, because Playwright can't inspect it during a navigation.
    await page.addInitScript(() => {
      let last = '';
      let clicked = 0;
      addEventListener('click', () => (clicked = performance.now()), { capture: true });
      new MutationObserver(() => {
        const region = document.querySelector('.page-loading');
        if (!region || region.textContent === last) return;
        last = region.textContent;
        const { x, y, width, height } = region.getBoundingClientRect();
        const motionOf = (pseudo: string): Motion => {
          const { content, borderTopWidth, animationName } = getComputedStyle(region, pseudo);
          if (content === 'none' || parseFloat(borderTopWidth) === 0) return '';
          return animationName === 'none' ? 'is still' : 'moves';
        };
        (window as unknown as { reportFeedback: (feedback: Feedback) => void }).reportFeedback({
          text: last,
          after: performance.now() - clicked,
          bar: motionOf('::before'),
          spinner: motionOf('::after'),
          onTop: document.elementFromPoint(x + width / 2, y + height / 2) === region,
        });
      }).observe(document, { childList: true, subtree: true, characterData: true });
    });
    await use(shown);
  },
});

const LOADING = 'Loading the page…';

/** Milliseconds until a delayed page arrives, enough for the feedback to show. */
const LONG = 1_500;

const region = (page: Page) => page.locator('.page-loading');
const texts = (shown: Feedback[]) => shown.map(({ text }) => text).filter((text) => text !== '');
const requestsFor = (server: UnsteadyServer, path: string) => server.requests.filter((each) => each === path);

/** Clicks a link and waits until the feedback shows; Playwright's own clicks wait for the next page. */
async function clickAndSee(page: Page, shown: Feedback[]): Promise<void> {
  // The call returns when the page or the test ends.
  void linkTo(page, nextGuide)
    .click({ noWaitAfter: true })
    .catch(() => undefined);
  await expect.poll(() => shown.at(-1)?.text).toBe(LOADING);
}

for (const reducedMotion of ['no-preference', 'reduce'] as const)
  test(`after 200 ms, a slow page load shows a bar and a spinner and announces it, with the preference for motion "${reducedMotion}" ${reducedMotion === 'reduce' ? '@nightly' : '@firefox'}`, async ({
    page,
    server,
    shown,
  }) => {
    await page.emulateMedia({ reducedMotion });
    await page.goto(examples.guide);
    await expect(region(page)).toHaveRole('status');
    await expect(region(page)).toBeEmpty();
    server.delay(LONG, nextGuide);
    await clickAndSee(page, shown);
    await expect(page).toHaveURL(nextGuide);
    expect(texts(shown)).toEqual([LOADING]);
    expect(shown[0]!.after).toBeGreaterThanOrEqual(190);
    const motion = reducedMotion === 'reduce' ? 'is still' : 'moves';
    expect(shown[0]).toMatchObject({ bar: motion, spinner: motion });
    await expect(region(page)).toBeEmpty();
  });

test('Escape stops the load and removes the feedback; the link still works', async ({
  page,
  server,
  shown,
}) => {
  await page.goto(examples.guide);
  server.delay(LONG, nextGuide);
  await clickAndSee(page, shown);
  const stopped = page.waitForEvent('requestfailed', (request) => request.url().endsWith(nextGuide));
  await page.keyboard.press('Escape');
  await expect.poll(() => shown.at(-1)?.text).toBe('');
  await stopped;
  await expect(page).toHaveURL(examples.guide);
  server.heal();
  await linkTo(page, nextGuide).click();
  await expect(page).toHaveURL(nextGuide);
});

test('a link in the open menu shows its feedback above it @nightly', async ({ page, server, shown }) => {
  await page.setViewportSize(viewports.phone);
  await page.goto(examples.guide);
  await page.getByRole('button', { name: 'Menu' }).click();
  server.delay(LONG, nextGuide);
  await clickAndSee(page, shown);
  expect(shown[0]!.onTop).toBe(true);
});

test("links that don't open another page of the site show no feedback", async ({ page, server, shown }) => {
  await page.clock.install();
  await page.goto(examples.guide);
  server.delay(LONG, /^\/(openapi|webhooks)\//);
  const links = {
    'A download': 'href="/openapi/users.yaml" download',
    'A page to keep': 'href="/webhooks/" download="page.html"',
    'A mail': 'href="mailto:help@example.com"',
    'A new tab': 'href="/webhooks/" target="_blank"',
    'A script': 'href="/webhooks/" onclick="return false"',
    'A fragment': 'href="#_top"',
  };
  await page.evaluate((all) => {
    const items = Object.entries(all).map(([name, attributes]) => `<p><a ${attributes}>${name}</a></p>`);
    document.querySelector('h1')!.insertAdjacentHTML('afterend', items.join(''));
  }, links);
  for (const name of Object.keys(links)) {
    await page.getByRole('link', { name, exact: true }).click({ noWaitAfter: true });
    await page.clock.runFor(LONG);
    expect(shown, name).toEqual([]);
  }
});

test('pointing at or focusing a link fetches its page once, and the click uses it', async ({
  page,
  server,
}) => {
  await page.goto(examples.guide);
  await linkTo(page, previousGuide).focus();
  await expect.poll(() => requestsFor(server, previousGuide)).toHaveLength(1);
  await linkTo(page, nextGuide).hover();
  await expect.poll(() => requestsFor(server, nextGuide)).toHaveLength(1);
  await linkTo(page, nextGuide).click();
  await expect(page).toHaveURL(nextGuide);
  expect(requestsFor(server, nextGuide)).toHaveLength(1);
});

test('without the Navigation API and storage, slow page loads show feedback @nightly', async ({
  page,
  server,
  shown,
}) => {
  await page.addInitScript(() => {
    const get = () => {
      throw new DOMException('Not allowed.', 'SecurityError');
    };
    Object.defineProperty(document, 'startViewTransition', { get });
    for (const name of ['navigation', 'caches']) Object.defineProperty(window, name, { get });
  });
  await blockStorage(page);
  await page.goto(examples.guide);
  server.delay(LONG, nextGuide);
  await clickAndSee(page, shown);
  await expect(page).toHaveURL(nextGuide);
});

test('links in the header and sidebar open their page, which marks itself @below-a-path', async ({
  page,
}) => {
  await page.goto(examples.guide);
  await expect(page.locator(`a[href^="/"]:not([href^="${at('/')}"])`)).toHaveCount(0);
  await linkTo(page, nextGuide).click();
  await expect(page).toHaveURL(nextGuide);
  await expect(linkTo(page, nextGuide).first()).toHaveAttribute('aria-current', 'page');
  const section = page.getByRole('navigation', { name: 'Sections' }).getByRole('link').last();
  const target = (await section.getAttribute('href'))!;
  await section.click();
  await expect(page).toHaveURL(target);
});

test('the not-found page suggests similar pages @below-a-path', async ({ page }) => {
  await page.goto(nextGuide.replace(/.\/$/, '/'));
  const link = page.getByRole('main').locator(`a[href="${nextGuide}"]`);
  await link.first().click();
  await expect(page).toHaveURL(nextGuide);
});
