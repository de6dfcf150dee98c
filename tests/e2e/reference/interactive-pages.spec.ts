import { apis } from '../../support/published-contracts.ts';
import { colorModeToggle, expect, reference, searchButton, sidebar, test } from '../../support/site.ts';
import { openInteractive } from './interactive-page.ts';

const [api] = apis.filter(({ name }) => name === 'consents');

test('the interactive page has one heading, one sidebar and one search, and no button that sends a request', async ({
  page,
}) => {
  await openInteractive(page, api!);
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  await expect(page.getByRole('main')).toHaveCount(1);
  await expect(sidebar(page).locator('[aria-current="page"]')).toHaveAttribute('href', api!.interactive);
  await expect(reference(page).getByRole('navigation')).toHaveCount(0);
  await expect(reference(page).getByRole('searchbox')).toHaveCount(0);
  await expect(page.getByRole('button', { name: /test request|send|^ask|search/i })).toHaveCount(1);
  await expect(searchButton(page)).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await expect(page.getByRole('dialog', { name: 'Search' })).toBeVisible();
});

test("Scalar follows changes of the page's color mode, including code @firefox", async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await openInteractive(page, api!);
  const code = reference(page).locator('pre').first();
  const background = () =>
    code.evaluate((block) => {
      const backgroundOf = (element: Element | null): string => {
        const color = element ? getComputedStyle(element).backgroundColor : 'rgb(255, 255, 255)';
        return color === 'rgba(0, 0, 0, 0)' ? backgroundOf(element!.parentElement) : color;
      };
      const channels = backgroundOf(block).match(/\d+/g)!.slice(0, 3).map(Number);
      return channels.every((channel) => channel > 200) ? 'light' : 'dark';
    });
  expect(await background()).toBe('light');
  await colorModeToggle(page).press('Enter');
  await expect.poll(background).toBe('dark');
  await colorModeToggle(page).press('Enter');
  await page.emulateMedia({ colorScheme: 'light' });
  await expect.poll(background).toBe('light');
});
