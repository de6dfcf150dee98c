import {
  colorModeToggle,
  examples,
  expect,
  header,
  searchButton,
  sidebar,
  test,
  viewports,
} from '../support/site.ts';

test.use({ javaScriptEnabled: false });

test('without JavaScript, a guide shows its text, its samples in all languages, and only controls that work', async ({
  page,
}) => {
  await page.goto(examples.guide);
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 2, name: 'Create a consent' })).toBeVisible();
  await expect(main.getByRole('figure').first()).toBeVisible();
  for (const panel of await main.locator('[role=tabpanel]').all()) await expect(panel).toBeVisible();
  await expect(searchButton(page)).toBeHidden();
  await expect(colorModeToggle(page)).toBeHidden();
  await expect(header(page).getByRole('button')).toHaveAccessibleName(/language: English/i);
  await main.getByRole('link', { name: 'token', exact: true }).click();
  await expect(page).toHaveURL('/account-information/authentication/');
});

for (const [name, viewport] of Object.entries({ phone: viewports.phone, desktop: viewports.desktop })) {
  test(`without JavaScript, closed groups of the sidebar open on a ${name}`, async ({ page }) => {
    await page.setViewportSize(viewport);
    await page.goto('/api/');
    if (name === 'phone') await page.getByRole('button', { name: 'Menu' }).click();
    const link = sidebar(page).getByRole('link', { name: 'Refresh a consent' });
    await expect(link).toBeHidden();
    await sidebar(page).getByText('Consents API', { exact: true }).click();
    await link.click();
    await expect(page).toHaveURL(examples.operation);
  });
}

test('without JavaScript, all parts of an operation show', async ({ page }) => {
  await page.goto('/api/transactions/operations/listtransactions/');
  const parts = page.getByRole('main').locator('[role=tabpanel], pre');
  const hidden = await parts.evaluateAll((all) =>
    all
      .filter((part) => !part.checkVisibility() && !part.closest('details:not([open])'))
      .map((part) => part.textContent.trim().slice(0, 60)),
  );
  expect(hidden).toEqual([]);
});

test('without JavaScript, an interactive page shows its operations and the static reference', async ({
  page,
}) => {
  await page.goto(examples.interactive);
  const main = page.getByRole('main');
  await expect(main.getByRole('link', { name: 'Refresh a consent' }).first()).toBeVisible();
  await expect(main.getByText('The full reference needs JavaScript.')).toBeVisible();
});

test('without JavaScript, the index of the reference has every operation and no field to find them', async ({
  page,
}) => {
  await page.goto('/api/');
  await expect(page.getByRole('searchbox', { name: 'Find an operation' })).toBeHidden();
  await expect(page.getByRole('main').getByRole('link', { name: 'Refresh a consent' }).first()).toBeVisible();
});

test('without JavaScript, the home page shows its first call, in one language', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByText('"accessToken"').first()).toBeVisible();
  await expect(page.getByText("curl 'https").first()).toBeVisible();
  await expect(page.getByText('fetch(').first()).toBeHidden();
  await expect(page.getByText('"bookDate"').first()).toBeHidden();
});
