import { readFileSync } from 'node:fs';
import { projectRoot } from '../support/project-copy.ts';
import { expect, sitePages, test } from '../support/site.ts';
import { apis, follow, type Node } from './reference/contracts.ts';

/** The first sentence of a reason, which is the description of its marker. */
const firstSentence = (text: string) => text.trim().split(/(?<=[.?!])\s+(?=\p{Lu})/u)[0]!;

/** The reasons at a part of a document itself: behind references, in lists, besides null. */
function reasonsAt(document: Node, reference: Node): string[] {
  const node = follow(document, reference);
  if (typeof node !== 'object' || node === null) return [];
  const same = [node.schema, node.items, node.oneOf, node.anyOf, node.allOf].flat();
  const own = node['x-assumption'] ? [firstSentence(node['x-assumption'])] : [];
  return [...new Set([...own, ...same.flatMap((part) => reasonsAt(document, part))])];
}

/** A property of a schema by its path. */
function property(document: Node, reference: Node, [name, ...rest]: string[]): Node {
  const node = follow(document, reference);
  const parts = [node, ...[node.items, node.oneOf, node.anyOf, node.allOf].flat()].map((part) =>
    follow(document, part),
  );
  const found = parts.find((part) => part?.properties?.[name!])?.properties[name!];
  if (found) return rest.length > 0 ? property(document, found, rest) : found;
  const inner = parts.slice(1).find((part) => part !== undefined);
  return inner && property(document, inner, [name!, ...rest]);
}

/** The reasons at what a field list shows under an anchor: `Consent.errors.message`, `listTransactions.DateFrom`. */
function reasonsOfAnchor(anchor: string): string[] {
  const [owner = '', ...path] = anchor.split('.');
  for (const { document, operations } of apis) {
    const operation = operations.find(({ id }) => id === owner);
    if (operation) {
      const parameters = operation.definition.parameters.map((each: Node) => follow(document, each));
      return reasonsAt(
        document,
        parameters.find(({ name }: Node) => name === path[0]),
      );
    }
    const schema = document.components?.schemas?.[owner];
    if (schema) return reasonsAt(document, property(document, schema, path));
  }
  throw new Error(`No contract has ${anchor}.`);
}

/** Pages and their source, with the partials in it. */
function sourceOf(path: string): string {
  const slug = path.replaceAll(/^\/|\/$/g, '');
  for (const file of [`${slug}.mdx`, `${slug}/index.mdx`, `${slug}.md`]) {
    try {
      const source = readFileSync(`${projectRoot}/src/content/docs/${file}`, 'utf8');
      return source.replaceAll(/^import \w+ from '@partials\/(.+)';$/gm, (_line, partial: string) =>
        readFileSync(`${projectRoot}/src/content/partials/${partial}`, 'utf8'),
      );
    } catch {
      // Try the next name.
    }
  }
  throw new Error(`${path} has no source.`);
}

/** A component in the source of a page: `<Responses of="x" />`. */
const uses = (source: string, component: string) =>
  [...source.matchAll(new RegExp(`<${component}\\s[^>]*?of="([^"]+)"[^>]*>`, 'g'))].map(
    ([tag, of]) => [of!, tag] as const,
  );

const operationNamed = (name: string) =>
  apis
    .flatMap((api) => api.operations.map((operation) => ({ ...api, ...operation })))
    .find(({ id }) => id === name)!;

/** The value of an attribute in a tag. */
const attribute = (tag: string, name: string) => new RegExp(` ${name}="([^"]+)"`).exec(tag)?.[1];

/** The reasons at an example of a request or response, and at the body it is of, unless only a part of it is shown. */
function exampleReasons(of: string, part: string, name: string | undefined, isPart: boolean): string[] {
  const { document, definition } = operationNamed(of);
  const body = follow(document, part === 'request' ? definition.requestBody : definition.responses[part]);
  const [media] = Object.values<Node>(body.content);
  const example = name ? media.examples[name] : Object.values<Node>(media.examples ?? {})[0];
  const request = part === 'request' && body['x-assumption'] ? [firstSentence(body['x-assumption'])] : [];
  const whole = isPart ? [] : reasonsAt(document, media.schema);
  return [...request, ...whole, ...reasonsAt(document, example)];
}

interface Found {
  /** Where the marker is: `field Consent.status`, `status 200`, `values`, `object Consent`, `example`, `product` or `endpoint`. */
  place: string;
  reason: string;
}

/** What the components of a page show of contracts, other than field lists, and what is assumed about it. */
function expectedOn(source: string): Found[] {
  const at = (place: string, reasons: string[]) => reasons.map((reason) => ({ place, reason }));
  const schemaNamed = (name: string) => {
    const { document } = apis.find((api) => api.document.components.schemas?.[name])!;
    return reasonsAt(document, document.components.schemas[name]);
  };
  return [
    ...uses(source, 'Responses').flatMap(([of]) => {
      const { document, definition } = operationNamed(of);
      return Object.entries<Node>(definition.responses).flatMap(([status, response]) => {
        const [media] = Object.values<Node>(follow(document, response).content ?? {});
        return at(`status ${status}`, [
          ...reasonsAt(document, response),
          ...reasonsAt(document, media?.schema),
        ]);
      });
    }),
    ...uses(source, 'Enum').flatMap(([of]) => at('values', schemaNamed(of))),
    ...uses(source, 'Fields').flatMap(([of]) => at(`object ${of}`, schemaNamed(of))),
    ...uses(source, 'Endpoint').flatMap(([of]) => {
      const { 'x-assumption': text } = operationNamed(of).definition;
      return at('endpoint', text ? [firstSentence(text)] : []);
    }),
    ...uses(source, 'Example').flatMap(([of, tag]) => {
      const part = attribute(tag, 'part')!;
      return at('example', exampleReasons(of, part, attribute(tag, 'name'), / at="/.test(tag)));
    }),
    ...uses(source, 'QuickstartStep').flatMap(([of, tag]) => {
      const status = attribute(tag, 'status') ?? '200';
      return at('example', exampleReasons(of, status, attribute(tag, 'example'), / at="/.test(tag)));
    }),
    ...(source.includes('<HomeProducts />')
      ? ['getSequencing', 'listTransactions'].flatMap((of) =>
          at('product', exampleReasons(of, '200', undefined, true)),
        )
      : []),
  ];
}

test('guides mark what is assumed at each field, status, enum, body and example that they show', async ({
  page,
  request,
}) => {
  test.setTimeout(120_000);
  await page.context().route(/\.(js|css)$/, (route) => route.abort());
  const counted = new Set<string>();
  for (const path of await sitePages(request)) {
    if (/^\/api\/.|-api|^\/(api|what-is-assumed)\//.test(path)) continue;
    await page.goto(path, { waitUntil: 'domcontentloaded' });
    const { fields, markers, hasQuestions } = await page.evaluate(() => {
      const titles = (element: Element) =>
        [...element.querySelectorAll('a[title]')]
          .filter((link) => link.textContent.trim() === 'Assumed')
          .map((link) => (link as HTMLAnchorElement).title);
      const place = (link: Element) => {
        const [row, head, caption] = ['tr', 'th', 'p'].map((name) => link.closest(name));
        if (link.closest('.products')) return 'product';
        if (head) return 'values';
        if (row) return `status ${row.querySelector('code')?.textContent}`;
        if (caption?.previousElementSibling?.matches('.expressive-code')) return 'example';
        return caption?.querySelector('.call')
          ? 'endpoint'
          : `object ${caption?.querySelector('code')?.textContent}`;
      };
      const links = [...document.querySelectorAll<HTMLAnchorElement>('main a[title]')];
      return {
        fields: [...document.querySelectorAll('main dt')].flatMap((term) => {
          const anchor = term.querySelector('a[href^="#"]')?.getAttribute('href')?.slice(1);
          return anchor?.includes('.') ? [{ anchor, titles: titles(term) }] : [];
        }),
        markers: links
          .filter((link) => link.textContent.trim() === 'Assumed' && !link.closest('dt'))
          .map((link) => ({ place: place(link), reason: link.title })),
        hasQuestions: document.getElementById('open-questions') !== null,
      };
    });
    const isAssumed = markers.length > 0 || fields.some(({ titles }) => titles.length > 0);
    if (isAssumed && path !== '/markdown-page/')
      expect.soft(hasQuestions, `${path} ends with open questions`).toBe(true);
    for (const { anchor, titles } of fields) {
      expect.soft(titles, `${path}#${anchor}`).toEqual(reasonsOfAnchor(anchor));
      titles.forEach((reason) => counted.add(`${anchor} ${reason}`));
    }
    const lines = (found: Found[]) =>
      [...new Set(found.map((each) => `${each.place}: ${each.reason}`))].sort();
    expect.soft(lines(markers), path).toEqual(lines(expectedOn(sourceOf(path))));
    lines(markers).forEach((line) => counted.add(line));
  }
  expect(counted.size).toBeGreaterThan(60);
});
