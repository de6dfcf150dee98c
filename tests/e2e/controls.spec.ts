import type { Page } from '@playwright/test';
import { violations } from '../support/axe.ts';
import {
  announcementBar,
  colorModeToggle,
  examples,
  expect,
  expectTheme,
  isDismissible,
  unsteadyTest as test,
} from '../support/site.ts';

const CODE = /_astro\/ColorModeToggle\./;

const alert = (page: Page) => page.getByRole('alert');

/** Opens a page and records its color modes in order. */
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
  return () => page.evaluate('modes');
}

test('each press counts once, even before the code arrives @firefox-nightly', async ({ page, server }) => {
  const modes = await openRecorded(page);
  server.delay(500, CODE);
  await colorModeToggle(page).press('Enter');
  await colorModeToggle(page).click();
  await expect.poll(modes).toEqual(['dark', 'system']);
  await expect(colorModeToggle(page)).toBeFocused();
  await colorModeToggle(page).click();
  await expect.poll(modes).toEqual(['dark', 'system', 'light']);
});

test('on a translated page, controls work at the first press @nightly @firefox-nightly', async ({ page }) => {
  const errors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  const modes = await openRecorded(page);
  // Browsers translate like this: they replace each text node with elements that contain different text.
  await page.evaluate(() => {
    document.documentElement.lang = 'de';
    for (const element of document.body.querySelectorAll(':not(script, style)'))
      for (const node of [...element.childNodes].filter((each) => each.nodeType === Node.TEXT_NODE)) {
        const translated = document.createElement('span');
        translated.appendChild(document.createElement('span')).textContent = `Ü ${node.nodeValue}`;
        if (node.nodeValue?.trim()) node.replaceWith(translated);
      }
  });
  await page.locator('button.color-mode').click();
  await expect.poll(modes).toEqual(['dark']);
  if (isDismissible) {
    await page.getByRole('button', { name: 'Dismiss announcement' }).click();
    await expect(announcementBar(page)).toBeHidden();
  }
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('textbox').fill('refresh consent');
  await expect(page.getByText(/^\d+ results for refresh consent/)).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).not.toHaveURL(examples.guide);
  expect(errors).toEqual([]);
});

test('a control without code says so; Retry reloads the page @firefox-nightly', async ({ page, server }) => {
  await page.goto(examples.guide);
  server.drop(CODE);
  // Before a click, a failure shows nothing.
  await Promise.all([page.waitForEvent('requestfailed'), colorModeToggle(page).hover()]);
  await expect(alert(page)).toHaveCount(0);
  await colorModeToggle(page).click();
  await expect(alert(page)).toContainText("This control didn't load.");
  expect(await violations(page, 'all', '[role="alert"]')).toEqual([]);
  server.heal();
  await alert(page).getByRole('button', { name: 'Retry' }).click();
  await expect(alert(page)).toHaveCount(0);
  await colorModeToggle(page).click();
  await expectTheme(page, 'dark');
});

test('after a deploy, a control reloads its page once @firefox-nightly', async ({ page, server, second }) => {
  await page.goto(examples.guide);
  server.serve(second);
  await colorModeToggle(page).click();
  await expect(page).toHaveTitle(/second deploy$/);
  await expect(alert(page)).toHaveCount(0);
  await page.waitForLoadState();
  // An alternating rollout doesn't reload the page forever.
  server.serve('dist');
  await page.goto(examples.guide);
  server.serve(second);
  await colorModeToggle(page).click();
  await expect(alert(page)).toBeVisible();
  await expect(page).not.toHaveTitle(/second deploy$/);
});
