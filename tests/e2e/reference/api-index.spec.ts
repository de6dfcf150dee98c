import type { Page } from '@playwright/test';
import { apis } from '../../support/published-contracts.ts';
import { at, expect, test } from '../../support/site.ts';

const all = apis.flatMap(({ operations }) => operations);
const api = apis.find(({ name }) => name === 'consents')!;
const target = api.operations.find(({ id }) => id === 'refreshConsent')!;

const field = (page: Page) => page.getByRole('searchbox', { name: 'Find an operation' });
const found = (page: Page) =>
  page.getByRole('main').locator('a[href*="/operations/"], a[href*="/webhooks/r"]').filter({ visible: true });
const status = (page: Page) => page.getByRole('main').getByRole('status');

test.beforeEach(({ page }) => page.goto(at('/api/')).then(() => undefined));

test('a path, URL, ID, method, or summary finds operations, and nonsense none', async ({ page }) => {
  const { path, method, id, summary } = target;
  const url = `https://api.example.com${path}`;
  for (const typed of [path, url, id, `${method} ${path.toLowerCase()}`, summary]) {
    await field(page).fill(typed);
    await expect(found(page), typed).toHaveCount(1);
    await expect(found(page)).toHaveAttribute('href', at(target.address));
    await expect(status(page)).toHaveText(`1 of ${all.length} operations and webhooks matches.`);
  }
  await field(page).fill('no such operation');
  await expect(status(page)).toHaveText(`0 of ${all.length} operations and webhooks match.`);
  await expect(found(page)).toHaveCount(0);
});

test('headings and contents without matches are hidden until the reader presses Escape', async ({ page }) => {
  const main = page.getByRole('main');
  const headings = (level: number) => main.getByRole('heading', { level }).filter({ visible: true });
  const contents = page.getByRole('navigation', { name: 'On this page' }).getByRole('link');
  await expect(field(page)).toHaveAccessibleName(/path, method, name, or operationId/);
  await field(page).pressSequentially(target.id);
  await expect(headings(2)).toHaveCount(1);
  await expect(headings(3)).toHaveText([new RegExp(`^${api.title}`)]);
  await expect(contents.filter({ visible: true }).last()).toHaveText(api.title);
  await contents.filter({ hasText: api.title }).click();
  await expect(page.getByRole('heading', { name: api.title })).toBeInViewport();
  await field(page).press('Escape');
  await expect(field(page)).toHaveValue('');
  await expect(field(page)).toBeFocused();
  await expect(found(page)).toHaveCount(all.length);
  await expect(status(page)).toHaveText('');
});
