import { accessible, violationsInBothModes } from '../support/axe.ts';
import {
  examples,
  expect,
  fits,
  isInteractive,
  overflow,
  sitePages,
  test,
  viewports,
} from '../support/site.ts';
import { watch } from '../support/watch.ts';

/** Shown in place of pages that don't exist or didn't load. */
const errorPages = [examples.notFound, '/500.html'];

/**
 * The pages in groups that take about the same time. The interactive references have their own test, which renders every
 * operation first: reference/interactive-pages.spec.ts.
 */
const groups: Record<string, (path: string) => boolean> = {
  'welcome and other pages of no section': (path) =>
    !isInteractive(path) && /^\/(?!account-|sequencing|categorization|analysis|webhooks|api\/)/.test(path),
  'data access pages': (path) => path.startsWith('/account-information/data-access/'),
  'provider pages': (path) => path.startsWith('/account-information/providers/'),
  'other account information pages': (path) => /^\/account-information\/([a-z-]+\/)?$/.test(path),
  'sequencing pages': (path) => path.startsWith('/sequencing/'),
  'categorization pages': (path) => path.startsWith('/categorization/'),
  'analysis pages': (path) => path.startsWith('/analysis/'),
  'webhook pages': (path) => path.startsWith('/webhooks/'),
  'static reference, A to B': (path) => /^\/api\/([ab]|$)/.test(path),
  'static reference, C to O': (path) => /^\/api\/[c-o]/.test(path),
  'static reference, P to Z': (path) => /^\/api\/[p-z]/.test(path),
};

test('every page of the site is in one group of the tests below', async ({ request }) => {
  const paths = [...(await sitePages(request)), ...errorPages];
  for (const path of paths.filter((each) => !isInteractive(each))) {
    const found = Object.keys(groups).filter((name) => groups[name]!(path));
    expect.soft(found, path).toHaveLength(1);
  }
});

test.describe('each page fits every window, requests nothing from other origins, and axe finds nothing in either mode:', () => {
  test.use({ stored: { 'color-mode': 'system' } });

  for (const [name, includes] of Object.entries(groups)) {
    test(name, async ({ page, request, baseURL }) => {
      test.setTimeout(240_000);
      const found = watch(page, baseURL);
      const paths = [...(await sitePages(request)), ...errorPages].filter(includes);
      expect(paths).not.toEqual([]);
      for (const path of paths) {
        await page.goto(path);
        for (const viewport of Object.values(viewports)) {
          await page.setViewportSize(viewport);
          expect.soft(await overflow(page), `${path} at ${viewport.width} px`).toEqual(fits);
        }
        expect.soft(await violationsInBothModes(page), path).toEqual(accessible);
      }
      await page.waitForLoadState('networkidle');
      const errors = paths.includes(examples.notFound) ? [expect.stringContaining('404 (Not Found)')] : [];
      expect(found).toEqual({ errors, foreign: [] });
    });
  }
});
