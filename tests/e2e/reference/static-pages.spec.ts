import * as specification from '../../contract/specification.ts';
import { expect, readPages, test } from '../../support/site.ts';
import { apis, type Api } from './contracts.ts';

test('the heading of every page of the reference is its API or operation', async ({ page }) => {
  const named = apis.flatMap(({ title, overview, operations }) => [
    { path: overview, fact: `${title} reference` },
    ...operations.map(({ address, summary, deprecated }) => ({
      path: address,
      fact: deprecated ? `${summary} (deprecated)` : summary,
    })),
  ]);
  const headings = await readPages(
    page,
    named.map(({ path }) => path),
    (document) => document.querySelector('h1')?.textContent.trim(),
  );
  expect(headings).toEqual(named);
});

test('the documents contain every operation of the specification and its webhook', () => {
  const published = apis.flatMap(({ operations }) => operations.map(({ id, kind }) => `${kind} ${id}`));
  const expected = specification.operations.map(({ operationId }) => `operation ${operationId}`);
  expect(published).toEqual(expect.arrayContaining([...expected, 'webhook receiveTransactionsFetched']));
});

test('the list of pages has every page of the reference', async ({ request }) => {
  const listed = ((await (await request.get('/pages.json')).json()) as { href: string }[]).map(
    ({ href }) => href,
  );
  const expected = apis.flatMap(({ overview, interactive, operations }) => [
    overview,
    interactive,
    ...operations.map(({ address }) => address),
  ]);
  expect(listed).toEqual(expect.arrayContaining(expected));
});

test('the overview of an API links to its operations', async ({ page }) => {
  const [{ overview, operations }] = apis.filter(({ name }) => name === 'consents') as [Api];
  for (const { address } of operations) {
    await page.goto(overview);
    await page.getByRole('navigation', { name: 'Main' }).locator(`a[href="${address}"]`).click();
    await expect(page).toHaveURL(address);
  }
});

test('every overview of an API links each of its operations, in the sidebar and in the text', async ({
  page,
}) => {
  const pages = await readPages(
    page,
    apis.map(({ overview }) => overview),
    (document) =>
      ['nav[aria-label=Main]', 'main'].map((part) =>
        [...document.querySelectorAll(`${part} a`)].map((link) => link.getAttribute('href')),
      ),
  );
  for (const [index, { fact }] of pages.entries()) {
    const addresses = apis[index]!.operations.map(({ address }) => address);
    for (const links of fact)
      expect.soft(links, apis[index]!.title).toEqual(expect.arrayContaining(addresses));
  }
});
