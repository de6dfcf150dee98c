import type { Page } from '@playwright/test';
import { TOKEN_PLACEHOLDER } from '../../../src/config/samples.ts';
import { violations } from '../../support/axe.ts';
import {
  atRest,
  colorModeToggle,
  expect,
  fits,
  overflow,
  reference,
  test,
  viewports,
} from '../../support/site.ts';
import { apis } from '../../support/published-contracts.ts';
import { linkToStatic, openInteractive, operationHeading, renderAll } from './interactive-page.ts';
import { recordLayoutShift, watch } from '../../support/watch.ts';

/** Goes to the start of a page: axe measures a button that the header covers in part as smaller. */
async function atStart(page: Page): Promise<Page> {
  await page.evaluate(() => scrollTo(0, 0));
  await atRest(page);
  return page;
}

for (const api of apis) {
  test(`the interactive page of the ${api.title} renders each operation, fits every window, and axe finds nothing in either mode`, async ({
    page,
    baseURL,
  }) => {
    test.setTimeout(120_000);
    const found = watch(page, baseURL);
    const expectNothingMoved = await recordLayoutShift(page);
    await openInteractive(page, api);
    await page.waitForLoadState('networkidle');
    await expectNothingMoved();
    await renderAll(page, api);
    for (const { summary, address } of api.operations) {
      await expect(operationHeading(page, summary)).toBeVisible();
      await expect(linkToStatic(page, summary)).toHaveAttribute('href', address);
    }
    if (api.document.security)
      await expect(reference(page).getByText(TOKEN_PLACEHOLDER).first()).toBeVisible();
    expect(await violations(await atStart(page))).toEqual([]);
    await colorModeToggle(page).click();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    expect(await violations(await atStart(page), 'colors')).toEqual([]);
    for (const { width, height } of Object.values(viewports)) {
      await page.setViewportSize({ width, height });
      await renderAll(page, api);
      expect(await overflow(page), `at ${width} px`).toEqual(fits);
    }
    expect(found).toEqual({ errors: [], foreign: [] });
  });
}
