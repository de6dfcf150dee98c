import type { Page } from '@playwright/test';
import { expect, readPages, test } from '../../support/site.ts';
import { apis, follow, type Node, type Operation } from './contracts.ts';

/** What the values of a schema consist of: the schema behind references, in lists, and besides null. */
function* partsOf(document: Node, reference: Node): Generator<Node> {
  const node = follow(document, reference);
  if (!node) return;
  yield node;
  for (const part of [node.items, node.oneOf, node.anyOf, node.allOf].flat()) yield* partsOf(document, part);
}

/** The IDs of a value and of everything in it: its fields and the values of its enums. */
function* idsBelow(document: Node, reference: Node, id: string, above: Node[] = []): Generator<string> {
  for (const node of partsOf(document, reference)) {
    for (const value of node.enum ?? []) if (value !== null) yield `${id}.${value}`.replaceAll(' ', '-');
    if (above.includes(node)) continue;
    for (const [name, field] of Object.entries<Node>(node.properties ?? {})) {
      const path = id ? `${id}.${name}` : name;
      yield path;
      yield* idsBelow(document, field, path, [...above, node]);
    }
  }
}

/** The IDs of every parameter, field, enum value and status of an operation. */
function idsOf(document: Node, { definition }: Operation): string[] {
  const ids: string[] = [];
  for (const reference of definition.parameters ?? []) {
    const { name, schema } = follow(document, reference);
    ids.push(name, ...idsBelow(document, schema, name));
  }
  for (const { schema } of Object.values<Node>(follow(document, definition.requestBody)?.content ?? {}))
    ids.push(...idsBelow(document, schema, ''));
  for (const [status, response] of Object.entries<Node>(definition.responses)) {
    ids.push(`status-${status}`);
    for (const { schema } of Object.values<Node>(follow(document, response).content ?? {})) {
      const prefix = status.startsWith('2') ? 'response' : schema.$ref.split('/').at(-1);
      ids.push(...idsBelow(document, schema, prefix));
    }
  }
  return [...new Set(ids)].sort();
}

const operations = apis.flatMap(({ document, operations }) =>
  operations.map((operation) => ({ ...operation, ids: idsOf(document, operation) })),
);

test('every parameter, field, enum value and status of every operation is on its page once, with a link', async ({
  page,
}) => {
  expect(operations).toHaveLength(26);
  expect(operations.flatMap(({ ids }) => ids).length).toBeGreaterThan(600);
  const pages = await readPages(
    page,
    operations.map(({ address }) => address),
    (document) => {
      const all = [...document.querySelectorAll('main .field[id], main [id^="status-"], main tr[id]')];
      const links = new Set(
        [...document.querySelectorAll('main a')].map((link) => link.getAttribute('href')),
      );
      return all.map(({ id }) => ({ id, isLinked: links.has(`#${id}`) }));
    },
  );
  for (const [index, { fact }] of pages.entries()) {
    const { id, ids } = operations[index]!;
    expect.soft(fact.map((each) => each.id).sort(), id).toEqual(ids);
    expect.soft(fact.filter(({ isLinked }) => !isLinked).length, id).toBe(0);
  }
});

const arrivals = [
  {
    name: 'a nested field',
    path: '/api/transactions/operations/listtransactions/',
    id: 'response.data.amount',
  },
  { name: 'a field of an error', path: '/api/consents/operations/getconsent/', id: 'ProblemDetails.errors' },
  { name: 'a parameter', path: '/api/transactions/operations/listtransactions/', id: 'PageToken' },
  { name: 'a value of an enum', path: '/api/consents/operations/getconsent/', id: 'response.status.4' },
  { name: 'a status', path: '/api/consents/operations/refreshconsent/', id: 'status-429' },
];

const target = (page: Page) => page.locator(':target');

for (const { name, path, id } of arrivals) {
  test(`a link to ${name} opens what is closed, scrolls to it and marks it`, async ({ page }) => {
    await page.goto(`${path}#${id}`);
    await expect(target(page)).toHaveAttribute('id', id);
    await expect(target(page)).toBeInViewport();
    const looks = () =>
      target(page).evaluate((element) => {
        const { boxShadow, backgroundColor } = getComputedStyle(element);
        return boxShadow + backgroundColor;
      });
    const marked = await looks();
    await page.evaluate(() => (location.hash = 'responses'));
    const unmarked = await page
      .locator(`[id="${id}"]`)
      .evaluate((element) => getComputedStyle(element).boxShadow + getComputedStyle(element).backgroundColor);
    expect(marked).not.toBe(unmarked);
  });
}

test('a link within the page to a closed field opens it too', async ({ page }) => {
  await page.goto('/api/transactions/operations/listtransactions/');
  const field = page.locator('[id="response.data.amount"]');
  await expect(field).toBeHidden();
  await page.evaluate(() => (location.hash = 'response.data.amount'));
  await expect(field).toBeInViewport();
});
