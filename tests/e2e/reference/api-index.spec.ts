import type { Page } from '@playwright/test';
import { expect, sidebar, test } from '../../support/site.ts';
import { apis } from './contracts.ts';

const index = '/api/';
const all = apis.flatMap(({ operations }) => operations);
const field = (page: Page) => page.getByRole('searchbox', { name: 'Find an operation' });
const found = (page: Page) =>
  page.getByRole('main').locator('a[href*="/operations/"], a[href*="/webhooks/r"]');
const status = (page: Page) => page.getByRole('main').getByRole('status');

test('the index lists every API with its number of operations and its documents', async ({ page }) => {
  await page.goto(index);
  for (const { title, name, operations } of apis) {
    const section = page.locator(`[id="${name}-api"]`);
    await expect.soft(section.getByRole('heading', { level: 3 })).toContainText(title);
    const calls = operations.filter(({ kind }) => kind === 'operation').length;
    await expect.soft(section).toContainText(`${calls} operation${calls === 1 ? '' : 's'}`);
    await expect
      .soft(section.getByRole('listitem').filter({ has: page.locator('code') }))
      .toHaveCount(operations.length);
    for (const ending of ['yaml', 'json']) {
      const download = section.getByRole('link', { name: ending.toUpperCase() });
      await expect.soft(download).toHaveAttribute('href', `/openapi/${name}.${ending}`);
    }
  }
  await expect(page.getByRole('main').getByText('5 operations, 1 webhook')).toBeVisible();
});

for (const { typed, ids } of [
  { typed: '/Consent/{id}/refresh', ids: ['refreshConsent'] },
  { typed: 'https://api.example.com/Consent/{id}/refresh', ids: ['refreshConsent'] },
  { typed: 'createAnalysisJob', ids: ['createAnalysisJob'] },
  { typed: 'DELETE /users', ids: ['deleteUser'] },
  { typed: 'Update an analysis job', ids: ['updateAnalysisJob'] },
]) {
  test(`typing "${typed}" finds ${ids.join(' and ')}`, async ({ page }) => {
    await page.goto(index);
    await field(page).pressSequentially(typed);
    const expected = all.filter(({ id }) => ids.includes(id)).map(({ address }) => address);
    await expect(found(page).filter({ visible: true })).toHaveCount(expected.length);
    for (const address of expected)
      await expect(page.getByRole('main').locator(`a[href="${address}"]`)).toBeVisible();
    await expect(status(page)).toHaveText(
      `${expected.length} of ${all.length} operations and webhooks matches.`,
    );
  });
}

test('the lists update with every letter, and headings without operations are hidden', async ({ page }) => {
  await page.goto(index);
  const main = page.getByRole('main');
  await field(page).pressSequentially('refresh');
  await expect(main.getByRole('heading', { level: 3 }).filter({ visible: true })).toHaveText([
    /^Consents API/,
  ]);
  await expect(main.getByRole('heading', { level: 2 }).filter({ visible: true })).toHaveText([
    'Account Information',
  ]);
  for (let letters = 'refresh'.length; letters > 0; letters--) await field(page).press('Backspace');
  await expect(found(page).filter({ visible: true })).toHaveCount(all.length);
  await expect(status(page)).toHaveText('');
});

test('Escape clears the search, and a search without results shows a message', async ({ page }) => {
  await page.goto(index);
  await field(page).fill('no such operation');
  await expect(status(page)).toHaveText(`None of the ${all.length} operations and webhooks matches.`);
  await expect(found(page).filter({ visible: true })).toHaveCount(0);
  await field(page).press('Escape');
  await expect(field(page)).toHaveValue('');
  await expect(field(page)).toBeFocused();
  await expect(found(page).filter({ visible: true })).toHaveCount(all.length);
});

test('the search has a hint, and nothing moves when it appears', async ({ page }) => {
  await page.goto(index);
  await expect(field(page)).toHaveAccessibleDescription(/path, method, name or operationId/);
  const before = await page.getByRole('heading', { level: 2 }).first().boundingBox();
  await field(page).fill('refresh');
  const after = await page.getByRole('heading', { level: 2 }).first().boundingBox();
  expect(after?.y).toBe(before?.y);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the index has every operation and no search', async ({ page }) => {
    await page.goto(index);
    await expect(field(page)).toBeHidden();
    await expect(found(page).filter({ visible: true })).toHaveCount(all.length);
  });
});

const deprecated = all.filter(({ deprecated: marked }) => marked);

test('the documents mark three operations as deprecated, those of categorization v1', () => {
  expect(deprecated.map(({ id }) => id).sort()).toEqual([
    'createCategorizationJobV1',
    'getCategorizationJobV1',
    'listCategorizationJobsV1',
  ]);
});

for (const { id, address, summary, definition } of deprecated) {
  test(`${id} is marked as deprecated in the sidebar, on its page with a link to its replacement, and in the index`, async ({
    page,
  }) => {
    await page.goto(address);
    await expect(sidebar(page).locator('[aria-current="page"]')).toContainText('deprecated');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${summary} (deprecated)`);
    const { operation } = definition['x-deprecation'];
    const replacement = all.find((each) => each.id === operation)!;
    const facts = page.getByRole('main').locator('dl').first();
    await expect(facts.getByRole('term').first()).toHaveText('Deprecated');
    await expect(facts.getByRole('link', { name: replacement.summary })).toHaveAttribute(
      'href',
      replacement.address,
    );
    await page.goto(index);
    await expect(page.getByRole('main').locator(`a[href="${address}"]`)).toContainText('deprecated');
  });
}

test('nothing else is marked as deprecated', async ({ page }) => {
  await page.goto(index);
  const others = all.filter((each) => !each.deprecated);
  for (const { address } of others) {
    await expect.soft(page.getByRole('main').locator(`a[href="${address}"]`)).not.toContainText('deprecated');
  }
});
