import { examples, expect, searchButton } from '../support/site.ts';
import { test } from '../support/unsteady-site.ts';
import { dialog, field } from './search-dialog.ts';

// The worker would store the damaged part.
test.use({ serviceWorkers: 'block' });

test('when a part of a result is damaged, a message shows, and Retry searches', async ({ page, server }) => {
  await page.goto(examples.guide);
  server.send(/pagefind\/fragment\//, 'Damaged.', { type: 'application/octet-stream' });
  await searchButton(page).click();
  await page.keyboard.type('refresh consent');
  const retry = dialog(page).getByRole('button', { name: 'Retry' });
  await expect(retry).toBeVisible();
  await expect(dialog(page).getByRole('status')).toContainText('The search could not be loaded');
  await expect(field(page)).toHaveValue('refresh consent');
  server.heal();
  await retry.click();
  await expect(dialog(page).getByText(/^\d+ results for refresh consent/)).toBeVisible();
  await expect(dialog(page).getByRole('link').first()).toBeVisible();
});
