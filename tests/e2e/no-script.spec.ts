import { announcement } from '../../src/config/announcement.ts';
import {
  announcementBar,
  at,
  colorModeToggle,
  examples,
  expect,
  searchButton,
  test,
} from '../support/site.ts';

test.use({ javaScriptEnabled: false, colorScheme: 'dark' });

test('guides show their text, samples in all languages, and only controls that work', async ({ page }) => {
  await page.goto(examples.guide);
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 2 }).first()).toBeVisible();
  await expect(main.getByRole('figure').first()).toBeVisible();
  for (const panel of await main.locator('[role=tabpanel]').all()) await expect(panel).toBeVisible();
  // The note about the sandbox covers no tab.
  await main.locator('[role=tab]', { hasText: 'PHP' }).first().click({ trial: true });
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  await expect(searchButton(page)).toBeHidden();
  await expect(colorModeToggle(page)).toBeHidden();
  await expect(page.getByRole('banner').getByRole('button')).toHaveAccessibleName(/language/i);
  if (announcement) await expect(announcementBar(page)).toContainText(announcement.text);
  await expect(announcementBar(page).getByRole('button')).toBeHidden();
});

test('operations show all parts, and assumption markers lead to their entry', async ({ page }) => {
  await page.goto(examples.list);
  const parts = page.getByRole('main').locator('[role=tabpanel], pre');
  const hidden = await parts.evaluateAll((all) =>
    all
      .filter((part) => !part.checkVisibility() && !part.closest('details:not([open])'))
      .map((part) => part.textContent.trim().slice(0, 60)),
  );
  expect(hidden).toEqual([]);
  await page.goto(examples.operation);
  await page.getByRole('main').getByRole('link', { name: 'Assumed' }).first().click();
  await expect(page.locator(':target')).toBeVisible();
});

test('interactive pages say that they need JavaScript, and the index has no filter', async ({ page }) => {
  await page.goto(examples.interactive);
  // Playwright finds no text in this element.
  await expect(page.locator('.interactive noscript p')).toBeVisible();
  await page.goto(at('/api/'));
  await expect(page.getByRole('searchbox', { name: 'Find an operation' })).toBeHidden();
});
