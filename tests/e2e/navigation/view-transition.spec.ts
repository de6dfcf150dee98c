import type { Locator, Page } from '@playwright/test';
import { examples, expect, sidebar, test, viewports } from '../../support/site.ts';

interface Arrival {
  /** Whether the browser fades from one page to the next. */
  fades: boolean;
  /** What moves or fades, as pseudo-elements. */
  animated: string[];
  /** When the last of it rests, in milliseconds. */
  duration: number;
}

declare global {
  interface Window {
    reportArrival: (arrival: Arrival) => void;
  }
}

interface Way {
  /** Where the link is. */
  from?: string;
  link?: (page: Page) => Locator;
  /** How long the pointer stays on the link before, in milliseconds. */
  rest?: number;
  /** Whether the browser can draw pages ahead. */
  drawsAhead?: boolean;
}

/** Goes to another page by a link and returns how the page arrived. */
async function arrivalBy(
  page: Page,
  {
    from = examples.guide,
    link = (page) => sidebar(page).getByRole('link', { name: 'Authentication' }),
    rest = 0,
    drawsAhead = false,
  }: Way = {},
): Promise<Arrival> {
  const arrived = Promise.withResolvers<Arrival>();
  await page.exposeFunction('reportArrival', arrived.resolve);
  // Playwright turns prerendering off, but the browser still reports that it supports it.
  await page.addInitScript((supported) => {
    HTMLScriptElement.supports = (type) => supported || type !== 'speculationrules';
  }, drawsAhead);
  if (rest > 0) await page.clock.install();
  await page.goto(from);
  await page.addInitScript(() => {
    addEventListener('pagereveal', ({ viewTransition }) => {
      if (!viewTransition) {
        window.reportArrival({ fades: false, animated: [], duration: 0 });
        return;
      }
      void viewTransition.ready.then(() => {
        const effects = document.getAnimations().map(({ effect }) => effect as KeyframeEffect);
        const ends = effects.map((effect) => Number(effect.getComputedTiming().endTime));
        window.reportArrival({
          fades: true,
          animated: [...new Set(effects.map(({ pseudoElement }) => pseudoElement!))].sort(),
          duration: Math.max(...ends),
        });
      });
    });
  });
  await link(page).hover();
  if (rest > 0) await page.clock.runFor(rest);
  await link(page).click();
  return arrived.promise;
}

for (const viewport of [viewports.firstDesktop, viewports.desktop]) {
  test(`at ${viewport.width} px the text of the next page fades in, and nothing else moves`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport);
    const { fades, animated } = await arrivalBy(page);
    expect(fades).toBe(true);
    expect(animated).toEqual([
      '::view-transition-group(root)',
      '::view-transition-new(root)',
      '::view-transition-old(root)',
    ]);
  });
}

test('the fade is over within 150 ms', async ({ page }) => {
  expect((await arrivalBy(page)).duration).toBeLessThanOrEqual(150);
});

test('with reduced motion, the next page shows immediately', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(await arrivalBy(page)).toMatchObject({ fades: false });
});

test('a browser without prerendering fades also after a long hover', async ({ page }) => {
  expect(await arrivalBy(page, { rest: 700 })).toMatchObject({ fades: true });
});

test('an interactive reference, which is never prerendered, fades in after a long hover', async ({
  page,
}) => {
  const way: Way = {
    from: '/api/',
    link: () => page.getByRole('link', { name: /^All operations on one page/ }).first(),
    rest: 700,
    drawsAhead: true,
  };
  expect(await arrivalBy(page, way)).toMatchObject({ fades: true });
});
