import type { Page } from '@playwright/test';
import { examples, expect, sidebar, test } from '../../support/site.ts';

interface Arrival {
  /** What moves or fades, as pseudo-elements. */
  animated: string[];
  /** Milliseconds until the last of it ends. */
  duration: number;
}

declare global {
  interface Window {
    reportArrival: (arrival: Arrival | undefined) => void;
  }
}

/** Opens another page by a link and returns how it fades in, if it does. */
async function nextArrival(page: Page): Promise<Arrival | undefined> {
  const arrived = Promise.withResolvers<Arrival | undefined>();
  await page.exposeFunction('reportArrival', arrived.resolve);
  await page.goto(examples.guide);
  await page.addInitScript(() => {
    addEventListener('pagereveal', async ({ viewTransition }) => {
      if (!viewTransition) return window.reportArrival(undefined);
      await viewTransition.ready;
      const effects = document.getAnimations().map(({ effect }) => effect as KeyframeEffect);
      window.reportArrival({
        animated: [...new Set(effects.map(({ pseudoElement }) => pseudoElement!))].sort(),
        duration: Math.max(...effects.map((effect) => Number(effect.getComputedTiming().endTime))),
      });
    });
  });
  await sidebar(page).getByRole('link', { name: 'Authentication' }).click();
  return arrived.promise;
}

test('the next page fades in within 150 ms, and nothing else moves', async ({ page }) => {
  const arrival = await nextArrival(page);
  expect(arrival?.animated).toEqual([
    '::view-transition-group(root)',
    '::view-transition-new(root)',
    '::view-transition-old(root)',
  ]);
  expect(arrival?.duration).toBeLessThanOrEqual(150);
});

test('with reduced motion, the next page shows immediately', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(await nextArrival(page)).toBeUndefined();
});
