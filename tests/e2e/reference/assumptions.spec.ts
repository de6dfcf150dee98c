import type { Page } from '@playwright/test';
import { accessible, violationsInBothModes } from '../../support/axe.ts';
import { examples, expect, test, viewports } from '../../support/site.ts';
import { apis, follow, type Node, type Operation } from './contracts.ts';

/** What the page of an operation or an overview should mark: where, and with which reason. */
interface Mark {
  /** The nearest heading above. */
  heading: string;
  /** The name of the innermost field or parameter; empty outside of them. */
  field: string;
  reason: string;
}

/** The objects with an `x-assumption` that some page shows. */
const shown = new Set<Node>();

/** Text without the marks of Markdown, with straight quotes and single spaces. */
const plain = (text: string) => text.replaceAll('`', '').replaceAll('’', "'").replaceAll(/\s+/g, ' ').trim();

/** The first sentence, which says what is assumed and why. */
const firstSentence = (text: string) => text.trim().split(/(?<=[.?!])\s+(?=\p{Lu})/u)[0]!;

/**
 * The assumptions about a part of a document, and about the fields in it. Examples are in the samples, which have
 * headings of their own.
 */
function* marksBelow(
  document: Node,
  reference: Node,
  heading: string,
  sample = heading,
  field = '',
  above: Node[] = [],
): Generator<Mark> {
  const node = follow(document, reference);
  if (typeof node !== 'object' || node === null || above.includes(node)) return;
  if (node['x-assumption']) {
    shown.add(node);
    yield { heading, field, reason: firstSentence(node['x-assumption']) };
  }
  const same = [
    node.schema,
    node.items,
    node.oneOf,
    node.anyOf,
    node.allOf,
    Object.values(node.content ?? {}),
  ];
  for (const part of same.flat()) yield* marksBelow(document, part, heading, sample, field, [...above, node]);
  for (const example of Object.values<Node>(node.examples ?? {}))
    yield* marksBelow(document, example, sample);
  for (const [name, part] of Object.entries<Node>(node.properties ?? {}))
    yield* marksBelow(document, part, heading, sample, name, [...above, node]);
}

function* marksOf(document: Node, { kind, method, path, summary, definition }: Operation): Generator<Mark> {
  // The base URL and the operation itself are in the text below the title.
  if (kind === 'operation') yield* marksBelow(document, document.servers[0], summary);
  if (definition['x-assumption']) {
    shown.add(definition);
    yield { heading: summary, field: '', reason: firstSentence(definition['x-assumption']) };
  }
  for (const reference of definition.parameters ?? []) {
    const { name, in: place } = follow(document, reference);
    yield* marksBelow(document, reference, `${place === 'path' ? 'Path' : 'Query'} parameters`, '', name);
  }
  const isWebhook = kind === 'webhook';
  const call = `${method.toUpperCase()} ${isWebhook ? 'your webhook URL' : path}`;
  yield* marksBelow(document, definition.requestBody, 'Request body', call);
  for (const [status, response] of Object.entries<Node>(definition.responses)) {
    const success = isWebhook ? 'Your response' : 'Response';
    yield* marksBelow(document, response, status.startsWith('2') ? success : 'Errors', success);
  }
}

/** The markers on a page of the static reference. */
function markersOn(page: Page): Promise<Mark[]> {
  return page
    .getByRole('link', { name: 'Assumed', exact: true, includeHidden: true })
    .evaluateAll((links) => {
      const headings = [...document.querySelectorAll('main :is(h1, h2, h3)')];
      const isBefore = (one: Element, other: Element) =>
        (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
      return links.map((link) => ({
        heading: (headings.findLast((each) => isBefore(each, link))?.textContent ?? '').trim(),
        field: link.closest('.field')?.querySelector('dt code')?.textContent ?? '',
        reason: (link as HTMLAnchorElement).title,
      }));
    });
}

const asLines = (marks: Iterable<Mark>) =>
  [...new Set([...marks].map(({ heading, field, reason }) => `${heading} > ${field}: ${reason}`))].sort();

for (const { title, document, overview, operations } of apis) {
  test(`the pages of the ${title} mark what is assumed at its field, and nothing else`, async ({ page }) => {
    for (const operation of operations) {
      await page.goto(operation.address);
      // Headings also contain the label "deprecated".
      const markers = (await markersOn(page)).map((each) => ({
        ...each,
        heading: each.heading.replace(/ \(deprecated\)$/, ''),
      }));
      expect(asLines(markers), operation.id).toEqual(asLines(marksOf(document, operation)));
    }
    await page.goto(overview);
    const schemes = Object.values<Node>(document.components.securitySchemes ?? {});
    expect(asLines(await markersOn(page))).toEqual(
      asLines([
        ...marksBelow(document, document.servers[0], 'Base URL'),
        // Of an operation, its line only marks what is assumed about the operation itself.
        ...operations.flatMap(({ definition: { 'x-assumption': assumed } }) =>
          assumed ? { heading: 'Operations', field: '', reason: firstSentence(assumed) } : [],
        ),
        ...schemes.flatMap((scheme) => [...marksBelow(document, scheme, 'Authentication')]),
      ]),
    );
  });
}

/** Every object with an `x-assumption`. */
function* assumedIn(node: Node): Generator<Node> {
  if (typeof node !== 'object' || node === null) return;
  if (node['x-assumption']) yield node;
  for (const value of Object.values<Node>(node)) yield* assumedIn(value);
}

const assumed = apis.flatMap(({ document }) => [...assumedIn(document)]);

test('every assumption of the contracts is on a page of the static reference', () => {
  for (const { document, operations } of apis) {
    operations.forEach((operation) => asLines(marksOf(document, operation)));
    for (const scheme of Object.values<Node>(document.components.securitySchemes ?? {}))
      asLines(marksBelow(document, scheme, ''));
    asLines(marksBelow(document, document.servers[0], ''));
  }
  expect(assumed.length).toBeGreaterThan(80);
  expect(assumed.filter((node) => !shown.has(node))).toEqual([]);
});

test('"What is assumed" lists every assumption once, with its place in the reference', async ({ page }) => {
  await page.goto('/what-is-assumed/');
  const entries = page.getByRole('main').locator('dl > div');
  const texts = (await entries.allInnerTexts()).map(plain);
  const reasons = new Set(assumed.map((node) => plain(node['x-assumption'])));
  for (const reason of reasons) {
    const found = texts.filter((text) => text.includes(firstSentence(reason)));
    expect.soft(found.length, reason).toBeGreaterThan(0);
    const rest = reason.slice(firstSentence(reason).length).trim();
    expect.soft(found.join(' '), reason).toContain(rest);
  }
  expect(texts.filter((text) => !/ In the reference: \S/.test(text))).toEqual([]);
  expect(new Set(texts).size).toBe(texts.length);
});

test('a marker leads to its entry on "What is assumed"', async ({ page }) => {
  await page.goto('/account-information/data-access/consents/');
  const marker = page.getByRole('link', { name: 'Assumed', exact: true }).first();
  await expect(marker).toHaveAccessibleDescription(/^Assumed .+\.$/);
  const reason = (await marker.getAttribute('title'))!;
  await marker.click();
  await expect(page).toHaveURL(/\/what-is-assumed\/#/);
  const entry = page.locator('dl > div', { has: page.locator(':target') });
  expect(plain(await entry.innerText())).toContain(plain(reason));
  await expect(entry).toBeInViewport();
});

test('the pages that show a base URL say that it is a placeholder', async ({ page }) => {
  for (const { document, overview, interactive, operations } of apis) {
    const [{ url, description }] = document.servers;
    expect(description).toMatch(/placeholder/i);
    for (const address of [overview, interactive, operations[0]!.address]) {
      await page.goto(address);
      const shownUrl = page.getByRole('main').getByText(url, { exact: true }).first();
      expect(plain(await shownUrl.locator('..').innerText()), address).toContain(plain(description));
    }
  }
  await page.goto('/api/');
  await expect(page.getByRole('main')).toContainText(apis[1]!.document.servers[0].description);
});

test.describe(() => {
  test.use({ stored: { 'color-mode': 'system' }, viewport: viewports.phone });

  test('markers are large enough to touch, and have enough contrast in both modes', async ({ page }) => {
    test.slow();
    for (const path of [examples.guide, examples.operation, '/what-is-assumed/']) {
      await page.goto(path);
      const markers = page.getByRole('link', { name: 'Assumed', exact: true });
      const heights = await markers.evaluateAll((links) =>
        links.filter((each) => each.checkVisibility()).map((each) => each.getBoundingClientRect().height),
      );
      expect(
        heights.filter((height) => height < 24),
        path,
      ).toEqual([]);
      expect(heights.length > 0, path).toBe(path !== '/what-is-assumed/');
      expect(await violationsInBothModes(page), path).toEqual(accessible);
    }
  });
});
