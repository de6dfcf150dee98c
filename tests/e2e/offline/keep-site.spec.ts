import { examples, scrollToReference, searchButton } from '../../support/site.ts';
import { isKept, keep, PAGE, remove, section } from './kept-site.ts';
import { expect, heading, notice, test } from './unsteady.ts';

test('the whole site opens without a server after one press, with search and reference, until it is removed', async ({
  page,
  server,
}) => {
  await page.goto(PAGE);
  await expect(section(page)).toContainText(/\d+ files, \d+ MB/);
  await keep(page).click();
  await isKept(page);
  await server.stop();
  await page.goto('/sequencing/');
  await expect(notice(page)).toContainText('Offline copy of');
  await searchButton(page).click();
  await page.getByRole('dialog').getByRole('textbox').fill('refresh a consent');
  await expect(page.getByRole('dialog').getByRole('link').first()).toBeVisible();
  await page.goto(examples.interactive);
  await scrollToReference(page);
  await expect(page.getByRole('button', { name: 'Copy link' }).first()).toBeVisible({ timeout: 20_000 });

  await page.goto(PAGE);
  await remove(page).click();
  await expect(keep(page)).toBeFocused();
  await expect(remove(page)).toBeHidden();
  await page.goto('/webhooks/events/');
  await expect(heading(page)).toHaveText("This page didn't load");
});

test.describe('without storage', () => {
  test('a message shows instead of the button', async ({ page }) => {
    await page.addInitScript(() => {
      const blocked = () => Promise.reject(new DOMException('blocked', 'SecurityError'));
      for (const name of ['keys', 'open', 'match', 'has'] as const) caches[name] = blocked;
      navigator.serviceWorker.register = blocked;
    });
    await page.goto(PAGE);
    await expect(section(page)).toContainText("This browser can't store pages.");
    await expect(keep(page)).toBeHidden();
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a message shows instead of the button', async ({ page }) => {
    await page.goto(PAGE);
    // Playwright's own assertions skip the text of <noscript>.
    expect(await section(page).innerText()).toContain('This needs JavaScript.');
    await expect(section(page).getByRole('button')).toHaveCount(0);
  });
});
