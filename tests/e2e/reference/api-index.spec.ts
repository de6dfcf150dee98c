import type { Page } from '@playwright/test';
import { apis } from '../../support/published-contracts.ts';
import { boxOf, expect, test } from '../../support/site.ts';

const all = apis.flatMap(({ operations }) => operations);
const field = (page: Page) => page.getByRole('searchbox', { name: 'Find an operation' });
const found = (page: Page) =>
  page.getByRole('main').locator('a[href*="/operations/"], a[href*="/webhooks/r"]').filter({ visible: true });
const status = (page: Page) => page.getByRole('main').getByRole('status');

test.beforeEach(({ page }) => page.goto('/api/').then(() => undefined));

for (const [typed, id] of [
  ['/Consent/{id}/refresh', 'refreshConsent'],
  ['https://api.example.com/Consent/{id}/refresh', 'refreshConsent'],
  ['createAnalysisJob', 'createAnalysisJob'],
  ['DELETE /users', 'deleteUser'],
  ['Update an analysis job', 'updateAnalysisJob'],
] as const) {
  test(`typing "${typed}" finds ${id}`, async ({ page }) => {
    await field(page).pressSequentially(typed);
    await expect(found(page)).toHaveCount(1);
    await expect(found(page)).toHaveAttribute('href', all.find((each) => each.id === id)!.address);
    await expect(status(page)).toHaveText(`1 of ${all.length} operations and webhooks matches.`);
  });
}

test('headings without operations are hidden while the reader types, and nothing moves', async ({ page }) => {
  const main = page.getByRole('main');
  await expect(field(page)).toHaveAccessibleName(/path, method, name, or operationId/);
  const { y } = await boxOf(main.getByRole('heading', { level: 2 }).first());
  await field(page).pressSequentially('refresh');
  for (const [level, name] of [
    [2, /^Account Information/],
    [3, /^Consents API/],
  ] as const)
    await expect(main.getByRole('heading', { level }).filter({ visible: true })).toHaveText([name]);
  expect((await boxOf(main.getByRole('heading', { level: 2 }).first())).y).toBe(y);
  for (let letters = 'refresh'.length; letters > 0; letters--) await field(page).press('Backspace');
  await expect(found(page)).toHaveCount(all.length);
  await expect(status(page)).toHaveText('');
});

test('its contents list every API, and while the reader types, only those with matches', async ({ page }) => {
  const contents = page.getByRole('navigation', { name: 'On this page' }).getByRole('link');
  for (const { title } of apis) await expect(contents.filter({ hasText: title })).toHaveCount(1);
  await field(page).pressSequentially('refresh');
  await expect(contents.filter({ visible: true })).toHaveText([
    'Overview',
    'Account Information',
    'Consents API',
  ]);
  await contents.filter({ hasText: 'Consents API' }).click();
  await expect(page.getByRole('heading', { name: 'Consents API' })).toBeInViewport();
});

test('a search without results shows a message, and Escape clears it', async ({ page }) => {
  await field(page).fill('no such operation');
  await expect(status(page)).toHaveText(`0 of ${all.length} operations and webhooks match.`);
  await expect(found(page)).toHaveCount(0);
  await field(page).press('Escape');
  await expect(field(page)).toHaveValue('');
  await expect(field(page)).toBeFocused();
  await expect(found(page)).toHaveCount(all.length);
});
