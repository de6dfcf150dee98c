import assert from 'node:assert/strict';
import type { UnsteadyServer } from '../../support/unsteady-server.ts';
import { examples } from '../../support/site.ts';
import type { Exception, Row, Subject } from '../behavior.ts';
import { by, type Page } from '../page.ts';
import { plant } from '../planted.ts';
import { sidebar, title } from '../site.ts';

const NEXT = { link: by('link', 'Authentication', sidebar), path: '/account-information/authentication/' };

const requestsFor = (server: UnsteadyServer, path: string) =>
  server.requests.filter((request) => request.path === path).length;

/** Rests on a link until its page has been requested. */
async function restOnLink(page: Page, server: UnsteadyServer) {
  await page.goto(examples.guide);
  await page.hover(NEXT.link);
  await page.poll('the page is fetched ahead', () => Promise.resolve(requestsFor(server, NEXT.path)));
}

/** Rests on a link and follows it; one request serves both. */
async function fetchAheadAndFollow({ page, server }: Row) {
  await restOnLink(page, server);
  await page.click(NEXT.link);
  await page.arrives(NEXT.path);
  assert.equal(requestsFor(server, NEXT.path), 1);
}

/** Milliseconds between the start of a page and the moment when its reader saw it. */
const renderedAhead = () => {
  const [entry] = performance.getEntriesByType('navigation');
  return (entry as (PerformanceEntry & { activationStart?: number }) | undefined)?.activationStart ?? 0;
};

const withoutRules = (engine: string, title: string, follow: (row: Row) => Promise<void>): Exception => ({
  reason: `${engine} has no speculation rules.`,
  instead: {
    title,
    run: async (row) => {
      await follow(row);
      const knows = () => HTMLScriptElement.supports('speculationrules');
      assert.equal(await row.page.evaluate(knows), false, 'It has them now. Remove the exception.');
    },
  },
});

/** Rests on a link and follows it, where the browser has no cache that could serve the click. */
async function fetchAheadWithoutCache({ page, server }: Row) {
  await restOnLink(page, server);
  const { headers } = server.requests.find(({ path }) => path === NEXT.path)!;
  assert.equal(headers['purpose'], 'prefetch');
  await page.click(NEXT.link);
  await page.arrives(NEXT.path);
  const requestTwice = async () => {
    await fetch('/_astro/uncached.js?cache', { cache: 'force-cache' });
    await fetch('/_astro/uncached.js?cache', { cache: 'force-cache' });
  };
  await page.evaluate(requestTwice);
  assert.equal(
    requestsFor(server, '/_astro/uncached.js?cache'),
    2,
    'It has a cache now. Remove the exception.',
  );
}

const noTransitions = (engine: string): Exception => ({
  reason: `${engine} has no view transitions between documents.`,
  instead: {
    title: 'a page that a link leads to is shown at once',
    run: async ({ page }) => {
      await page.goto(examples.guide);
      await page.click(NEXT.link);
      await page.arrives(NEXT.path);
      await page.see(title);
      const knows = () => 'onpagereveal' in window && 'CSSViewTransitionRule' in window;
      assert.equal(await page.evaluate(knows), false, 'It has them now. Remove the exception.');
    },
  },
});

/** Notes when the live region first says that a page is loading, and how wide its bar is. Runs in pages. */
function recordFeedback() {
  let clicked = 0;
  addEventListener('click', () => (clicked = performance.now()), { capture: true });
  new MutationObserver(() => {
    const region = [...document.querySelectorAll('[role=status]')].find((each) =>
      each.textContent.startsWith('Loading the page'),
    );
    if (!region || sessionStorage.getItem('feedback')) return;
    const bar = getComputedStyle(region, '::before');
    const feedback = {
      after: performance.now() - clicked,
      width: Number.parseFloat(bar.width) / document.documentElement.clientWidth,
    };
    sessionStorage.setItem('feedback', JSON.stringify(feedback));
  }).observe(document, { childList: true, subtree: true, characterData: true });
}

export const navigation: Subject = {
  name: 'Navigation',
  behaviors: [
    {
      title: 'a page under a resting pointer is fetched ahead, and the click needs no second request',
      run: fetchAheadAndFollow,
      cannot: {
        webkit: {
          reason: 'Sessions of WebKitWebDriver are private, and these have no HTTP cache.',
          instead: {
            title: 'a page under a resting pointer is requested ahead, marked as a prefetch',
            run: fetchAheadWithoutCache,
          },
        },
      },
    },
    {
      title: 'a page under a resting pointer is rendered ahead, and the click shows it',
      settings: { prerendering: true },
      run: async ({ page, server }) => {
        plant(server, () => {
          if ((document as Document & { prerendering?: boolean }).prerendering) void fetch('/rendered-ahead');
        });
        // A browser that is short of time renders no page ahead: the reader comes back to the link.
        await page.poll('the page is rendered ahead', async () => {
          await restOnLink(page, server);
          const isRendered = () => Promise.resolve(requestsFor(server, '/rendered-ahead'));
          return page.poll('the page is rendered', isRendered, 3_000);
        });
        await page.click(NEXT.link);
        await page.arrives(NEXT.path);
        assert.ok((await page.evaluate(renderedAhead)) > 0);
      },
      cannot: {
        firefox: withoutRules(
          'Firefox',
          'a page under a resting pointer is fetched into the cache, and the click takes it from there',
          fetchAheadAndFollow,
        ),
        webkit: withoutRules(
          'WebKit',
          'a page under a resting pointer is requested ahead, and the click leads to it',
          fetchAheadWithoutCache,
        ),
      },
    },
    {
      title: 'a page that a link leads to fades in',
      run: async ({ page, server }) => {
        plant(server, () => {
          addEventListener('pagereveal', ({ viewTransition }) => {
            Object.assign(window, { fades: viewTransition !== null });
          });
        });
        await page.goto(examples.guide);
        await page.click(NEXT.link);
        await page.arrives(NEXT.path);
        assert.equal(await page.evaluate(() => (window as unknown as { fades?: boolean }).fades), true);
      },
      cannot: { firefox: noTransitions('Firefox ESR') },
    },
    {
      title:
        'a page that takes longer than 200 ms shows a bar across the window and says so, until it is there',
      run: async ({ page, server }) => {
        plant(server, recordFeedback);
        await page.goto(examples.guide);
        server.delay(2_500, NEXT.path);
        await page.click(NEXT.link);
        await page.arrives(NEXT.path);
        const { after, width } = await page.evaluate(
          () => JSON.parse(sessionStorage.getItem('feedback') ?? '{}') as Record<string, number>,
        );
        assert.ok(after! >= 200, `the feedback came after ${after} ms`);
        assert.equal(Math.round(width! * 100), 100);
        assert.equal(await page.count(by('status', /^Loading/)), 0);
      },
    },
  ],
};
