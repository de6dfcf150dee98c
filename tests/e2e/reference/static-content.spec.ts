import type { Page } from '@playwright/test';
import { sampleLanguages } from '../../../src/config/languages.ts';
import { expect, test } from '../../support/site.ts';
import { apis, asRendered, bodiesOf, follow, schemasWithin, type Node } from './contracts.ts';

test.use({ javaScriptEnabled: false });

/** The text of the page as a reader sees it who has opened everything that opens without a script. */
async function readableText(page: Page): Promise<string> {
  const text = await page.evaluate(() => {
    for (const details of document.querySelectorAll('main details')) details.setAttribute('open', '');
    return document.querySelector('main')!.innerText;
  });
  return text.replaceAll(/\s+/g, ' ');
}

/** All examples as strings without white space, because the page indents them. Forms are in the samples, field by field. */
function exampleTexts(document: Node, body: Node, contentType: string): string[] {
  const values = Object.values<Node>(body.examples ?? {}).map((example) => follow(document, example).value);
  if (contentType.endsWith('json')) return values.map((value) => JSON.stringify(value).replaceAll(/\s/g, ''));
  return values.flatMap((value) => Object.entries(value).map(([name, each]) => `'${name}=${String(each)}'`));
}

for (const { title, document, operations } of apis) {
  for (const operation of operations) {
    const { id, kind, method, path, address, definition } = operation;

    test(`without JavaScript, the page of ${id} (${title}) contains everything from its contract once, with samples`, async ({
      page,
    }) => {
      await page.goto(address);
      const text = await readableText(page);
      const lacks = (parts: readonly string[]) => parts.filter((part) => !text.includes(part));
      const bodies = bodiesOf(document, operation);
      const parameters = (definition.parameters ?? []).map((each: Node) => follow(document, each));

      const guides = page.getByRole('navigation', { name: 'Guides' }).getByRole('link');
      const addresses = await guides.evaluateAll((links) => links.map((link) => link.getAttribute('href')));
      expect.soft(addresses.length, 'guides').toBeGreaterThan(0);
      expect.soft(addresses.length, 'guides').toBeLessThanOrEqual(4);
      for (const guide of addresses) {
        const text = await (await page.request.get(guide!)).text();
        expect.soft(text, `${guide} leads to ${id}`).toContain(`href="${address}"`);
      }

      expect.soft(lacks(kind === 'webhook' ? [] : [`${method.toUpperCase()} ${path}`]), 'call').toEqual([]);
      expect.soft(lacks(parameters.map(({ name }: Node) => name)), 'parameters').toEqual([]);
      expect.soft(lacks(Object.keys(definition.responses)), 'responses').toEqual([]);
      const types = contentTypes(document, definition);
      expect.soft(lacks(types), 'media types').toEqual([]);

      const schemas = [...parameters, ...bodies].flatMap(({ schema }) => [
        ...schemasWithin(document, schema),
      ]);
      const fields = schemas.flatMap((schema) => Object.keys(schema.properties ?? {}));
      const values = schemas.flatMap((schema) => (schema.enum ?? []).filter((each: Node) => each !== null));
      expect.soft(lacks(fields), 'fields').toEqual([]);
      expect.soft(lacks(values.map(String)), 'values').toEqual([]);
      const names = schemas.flatMap((schema) => schema['x-enum-varnames'] ?? []);
      expect.soft(lacks(names), 'names of values').toEqual([]);

      const dense = text.replaceAll(' ', '');
      const examples = bodies
        .filter(({ schema }) => schema !== undefined)
        .flatMap((body, index) => exampleTexts(document, body, types[index]!));
      expect.soft(types.length).toBe(bodies.length);
      expect
        .soft(
          examples.filter((example) => !dense.includes(example)),
          'examples',
        )
        .toEqual([]);

      if (kind === 'webhook') return;
      await expectParametersOnce(page, document, parameters);
      await expectSamples(page, path);
    });
  }
}

/** Each parameter is described by its own words alone: those of its schema would say it twice. */
async function expectParametersOnce(page: Page, document: Node, parameters: readonly Node[]) {
  for (const { name, description, schema } of parameters) {
    const text = (await page.locator(`[id="${name}"]`).innerText()).replaceAll(/\s+/g, ' ');
    expect.soft(text, name).toContain(asRendered(description));
    const ofSchema = asRendered(follow(document, schema).description);
    expect.soft(text.replace(asRendered(description), ''), name).not.toContain(ofSchema);
  }
}

/** The samples in every language. */
async function expectSamples(page: Page, path: string) {
  expect(sampleLanguages).toHaveLength(6);
  for (const { language, label } of sampleLanguages) {
    const panel = page.getByRole('tabpanel', { name: label, exact: true });
    const sample = panel.locator(`pre[data-language="${language}"]`);
    await expect.soft(sample, label).toBeVisible();
    await expect.soft(sample, label).toContainText(path.split('{')[0]!);
  }
}

/** Media types of the request and of the responses. */
function contentTypes(document: Node, definition: Node): string[] {
  return [definition.requestBody, ...Object.values<Node>(definition.responses)]
    .map((body) => follow(document, body))
    .flatMap((body) => Object.keys(body?.content ?? {}));
}
