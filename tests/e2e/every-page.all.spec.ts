import { accessible, violationsInBothModes } from '../support/axe.ts';
import { sitePages } from '../support/built-pages.ts';
import { isInteractive } from '../support/routes.ts';
import { examples, expect, fits, overflow, test, viewports } from '../support/site.ts';
import { watch } from '../support/watch.ts';

// The interactive references have a test of their own: reference/interactive-pages.all.spec.ts.
const paths = [...sitePages, examples.notFound, '/500.html'].filter((path) => !isInteractive(path));

test.describe('the policy blocks nothing, axe finds nothing in either color mode, and every window fits', () => {
  test.use({ stored: { 'color-mode': 'system' } });

  for (const path of paths) {
    test(path, async ({ page, baseURL }) => {
      const found = watch(page, baseURL);
      await page.goto(path);
      for (const viewport of Object.values(viewports)) {
        await page.setViewportSize(viewport);
        expect(await overflow(page), `at ${viewport.width} px`).toEqual(fits);
      }
      expect(await violationsInBothModes(page)).toEqual(accessible);
      await page.setViewportSize(viewports.phone);
      expect(await violationsInBothModes(page), 'on a phone').toEqual(accessible);
      const errors = path === examples.notFound ? [expect.stringContaining('404 (Not Found)')] : [];
      expect(found).toEqual({ errors, foreign: [] });
    });
  }
});
