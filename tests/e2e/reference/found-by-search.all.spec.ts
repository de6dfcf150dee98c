import { expect, test } from '../../support/site.ts';
import { dialog, results, searchFor } from '../search-dialog.ts';
import { apis } from '../../support/published-contracts.ts';

const operations = apis.flatMap((api) => api.operations);
const calls = operations
  .filter(({ kind }) => kind === 'operation')
  .map((each) => ({ ...each, call: `${each.method.toUpperCase()} ${each.path}` }));

test('an operation is found by its path, before the guides that mention it', async ({ page }) => {
  await searchFor(page, '/Consent/{id}/refresh');
  await dialog(page).getByRole('link').first().click();
  await expect(page).toHaveURL(/^[^#]+\/api\/consents\/operations\/refreshconsent\/$/);
});

test('every operation is the first result for its method and path, except for longer paths with the same start', async ({
  page,
}) => {
  test.slow();
  for (const { call, path, address, definition } of calls) {
    await searchFor(page, call);
    const found = await results(page);
    const own = found.indexOf(address);
    expect(own, `${call}: ${found.join(' ')}`).toBeGreaterThanOrEqual(0);
    // What is deprecated comes after the overviews of its API, at most.
    if (definition.deprecated) expect(own, call).toBeLessThan(5);
    else {
      const ofPath = calls.filter((each) => each.path.startsWith(path)).map((each) => each.address);
      expect(ofPath, call).toEqual(expect.arrayContaining(found.slice(0, own)));
    }
  }
});

test('every operation is the first or second result for its ID, with its method and path', async ({
  page,
}) => {
  test.slow();
  for (const { id, address } of operations) {
    await searchFor(page, id);
    expect((await results(page)).slice(0, 2), id).toContain(address);
    const own = dialog(page)
      .getByRole('listitem')
      .filter({ has: page.locator(`a[href="${address}"]`) });
    await expect(own.first()).toContainText(id);
    const call = calls.find((each) => each.id === id)?.call;
    if (call) await expect(own.first()).toContainText(call);
  }
});

test('an operation is found by its name, before other pages', async ({ page }) => {
  await searchFor(page, 'Delete a consent');
  const first = dialog(page).getByRole('link').first();
  await expect(first).toHaveText('Delete a consent');
  await expect(first).toHaveAttribute('href', '/api/consents/operations/deleteconsent/');
});

test('an operation comes before the deprecated one of the same name', async ({ page }) => {
  for (const id of ['listCategorizationJobs', 'createCategorizationJob', 'getCategorizationJob']) {
    await searchFor(page, id);
    expect((await results(page)).slice(0, 2)).toEqual([
      `/api/categorization-v2/operations/${id.toLowerCase()}/`,
      `/api/categorization/operations/${id.toLowerCase()}v1/`,
    ]);
  }
});

test('an operation is found by the name of a field', async ({ page }) => {
  await searchFor(page, 'nextPageToken');
  const result = dialog(page).getByRole('link', { name: 'List transactions', exact: true });
  await expect(result.first()).toHaveAttribute('href', '/api/transactions/operations/listtransactions/');
});

test('excerpts contain text of the page, not code samples', async ({ page }) => {
  await searchFor(page, 'Delete a consent');
  const first = dialog(page).getByRole('listitem').first();
  await expect(first).toContainText('delete the user with the Users API instead');
  await expect(first).not.toContainText('curl');
});

test('separate elements are separated in excerpts', async ({ page }) => {
  await searchFor(page, 'externalUserId');
  const texts = await dialog(page).getByRole('listitem').allInnerTexts();
  expect(texts.length).toBeGreaterThan(3);
  for (const text of texts) expect(text).not.toMatch(/externalUserId(string|required)|Bodyrequired/);
});

test('a page is one result: its title is not listed again as a part of it', async ({ page }) => {
  await searchFor(page, 'Delete a consent');
  await results(page);
  const links = dialog(page).getByRole('listitem').first().getByRole('link');
  await expect(links.filter({ hasText: /^Delete a consent$/ })).toHaveCount(1);
  await expect(dialog(page).locator('a[href$="#_top"]')).toHaveCount(0);
});
