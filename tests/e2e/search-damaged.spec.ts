import { examples, expect, searchButton } from '../support/site.ts';
import { test } from '../support/unsteady-site.ts';
import { dialog, field } from './search-dialog.ts';

/** The parts of the index that a search reads. */
const parts: Record<string, RegExp> = {
  summary: /pagefind\/.*\.pf_meta/,
  'part with words': /pagefind\/index\//,
  result: /pagefind\/fragment\//,
};

for (const serviceWorkers of ['block', 'allow'] as const)
  test.describe(`with service workers: ${serviceWorkers},`, () => {
    test.use({ serviceWorkers });

    for (const [name, pattern] of Object.entries(parts))
      test(`when a ${name} is damaged, a message shows, and Retry searches`, async ({ page, server }) => {
        await page.goto(examples.guide);
        if (serviceWorkers === 'allow') {
          await page.evaluate(() => navigator.serviceWorker.ready);
          await page.reload();
        }
        server.send(pattern, 'Damaged.', { type: 'application/octet-stream' });
        await searchButton(page).click();
        await page.keyboard.type('refresh consent');
        const retry = dialog(page).getByRole('button', { name: 'Retry' });
        await expect(retry).toBeVisible();
        await expect(dialog(page).getByRole('status')).toContainText(
          /The search didn't load: \S+ is damaged\./,
        );
        await expect(field(page)).toHaveValue('refresh consent');
        server.heal();
        await retry.click();
        await expect(dialog(page).getByText(/^\d+ results for refresh consent/)).toBeVisible();
        await expect(dialog(page).getByRole('link').first()).toBeVisible();
      });
  });
