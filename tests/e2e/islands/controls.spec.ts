import type { Page } from '@playwright/test';
import { announcement } from '../../../src/config/announcement.ts';
import { announcementBar, colorModeToggle, examples, expect, test } from '../../support/site.ts';

/** What the color mode has been since the page was opened, in order. */
async function openRecorded(page: Page): Promise<() => Promise<unknown>> {
  await page.goto(examples.guide);
  await page.evaluate(() => {
    const modes: unknown[] = [];
    Object.assign(window, { modes });
    new MutationObserver((changes) => {
      for (const { oldValue } of changes.slice(1)) modes.push(oldValue);
      modes.push(document.documentElement.dataset['colorMode']);
    }).observe(document.documentElement, { attributeFilter: ['data-color-mode'], attributeOldValue: true });
  });
  return () => page.evaluate(() => (window as unknown as { modes: unknown[] }).modes);
}

test('pointing at a control loads its code, and changes nothing', async ({ page }) => {
  const modes = await openRecorded(page);
  await Promise.all([page.waitForResponse(/_astro\/ColorModeToggle\./), colorModeToggle(page).hover()]);
  await page.waitForLoadState('networkidle');
  expect(await modes()).toEqual([]);
});

for (const delay of [0, 500])
  test(`the first press counts once, also before the code has arrived (after ${delay} ms) @firefox`, async ({
    page,
  }) => {
    await page.route('**/_astro/ColorModeToggle.*.js', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, delay));
      await route.continue();
    });
    const modes = await openRecorded(page);
    await colorModeToggle(page).focus();
    await page.keyboard.press('Enter');
    await expect.poll(modes).toEqual(['dark']);
    await expect(colorModeToggle(page)).toBeFocused();
    await colorModeToggle(page).click();
    await expect.poll(modes).toEqual(['dark', 'system']);
  });

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true });

  test('the first tap works', async ({ page }) => {
    const modes = await openRecorded(page);
    await colorModeToggle(page).tap();
    await expect.poll(modes).toEqual(['dark']);
  });
});

test('on a page that translation has changed, controls work at the first press @firefox', async ({
  page,
}) => {
  const errors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  const modes = await openRecorded(page);
  // As browsers translate: each text node gives way to elements with other text.
  await page.evaluate(() => {
    document.documentElement.lang = 'de';
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const nodes: Text[] = [];
    while (texts.nextNode()) nodes.push(texts.currentNode as Text);
    for (const node of nodes.filter(
      ({ data, parentElement }) => data.trim() && !parentElement?.closest('script, style'),
    )) {
      const element = document.createElement('span');
      element.innerHTML = '<span></span>';
      element.firstElementChild!.textContent = `Ü ${node.data}`;
      node.replaceWith(element);
    }
  });
  await page.locator('button.color-mode').click();
  await expect.poll(modes).toEqual(['dark']);
  if (announcement?.dismissible) {
    await page.getByRole('button', { name: 'Dismiss announcement' }).click();
    await expect(announcementBar(page)).toBeHidden();
  }
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('textbox').fill('refresh consent');
  await expect(page.getByText(/^\d+ results for refresh consent/)).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/consent-refresh|refreshconsent/);
  expect(errors).toEqual([]);
});

test.describe('after an extension has changed a control', () => {
  test.use({ errorsOfOthers: /React error/ });

  test('the control works at the first press', async ({ page }) => {
    const modes = await openRecorded(page);
    await colorModeToggle(page).evaluate((button) => button.prepend(document.createElement('i')));
    await colorModeToggle(page).click();
    await expect.poll(modes).toEqual(['dark']);
  });
});
