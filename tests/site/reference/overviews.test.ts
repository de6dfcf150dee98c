import assert from 'node:assert/strict';
import { test } from 'node:test';
import { builtFile, pageAt, textOf } from '../../support/built-pages.ts';
import { apis, asRendered } from '../../support/published-contracts.ts';

const all = apis.flatMap(({ operations }) => operations);
const index = pageAt('/api/');

test('/pages.json lists every page of the reference', () => {
  const listed = new Set(
    (JSON.parse(builtFile('pages.json').toString()) as { href: string }[]).map(({ href }) => href),
  );
  for (const { overview, interactive, operations } of apis)
    for (const path of [overview, interactive, ...operations.map(({ address }) => address)])
      assert.ok(listed.has(path), path);
});

for (const api of apis) {
  test(`the overview of the ${api.title} links to its operations, in the text and in the sidebar`, () => {
    const page = pageAt(api.overview);
    assert.equal(textOf(page.one('h1')), `${api.title} reference`);
    for (const part of ['nav[aria-label=Main]', 'main']) {
      const links = page.attributes(`${part} a`, 'href');
      for (const { address } of api.operations) assert.ok(links.includes(address), `${part}: ${address}`);
    }
  });

  test(`the interactive page of the ${api.title} describes it without JavaScript, and lists its operations`, () => {
    const page = pageAt(api.interactive);
    const text = textOf(page.one('main'));
    const [sentence] = asRendered(api.document.info.description).split(/(?<=\.)\s/);
    for (const part of [api.document.servers[0].url, sentence!, 'The full reference needs JavaScript.'])
      assert.ok(text.includes(part), part);
    assert.ok(['YAML', 'JSON'].every((format) => page.texts('main a').includes(format)));
    for (const { address, path, kind, summary, fragment } of api.operations) {
      const [link] = page.all(`a[href="${address}"]`, page.one(`[id="${fragment}"]`));
      assert.ok(link && textOf(link).includes(summary), address);
      if (kind === 'operation') assert.ok(textOf(link).includes(path), address);
    }
  });

  test(`the index has the ${api.title} with its number of operations and its documents`, () => {
    const section = index.one(`section:has(> [id="${api.name}-api"])`);
    assert.ok(textOf(index.one('h3', section)).includes(api.title));
    const calls = api.operations.filter(({ kind }) => kind === 'operation').length;
    assert.ok(textOf(section).includes(`${calls} operation${calls === 1 ? '' : 's'}`));
    assert.equal(index.all('li:has(code)', section).length, api.operations.length);
    const links = index.attributes('a', 'href', section);
    for (const ending of ['yaml', 'json']) assert.ok(links.includes(`/openapi/${api.name}.${ending}`));
  });
}

test('the index links to the combined document and to the page about generated clients', () => {
  const links = index.attributes('main a', 'href');
  for (const path of ['/openapi/platform.yaml', '/openapi/platform.json'])
    assert.ok(links.includes(path), path);
  const [generated] = index.all('main a').filter((link) => textOf(link) === 'generate a client');
  assert.equal(textOf(pageAt(generated!.attribs['href']!).one('h1')), 'Generate a client');
});

test('the three deprecated operations are marked in the sidebar, on their pages and in the index, and no others', () => {
  const deprecated = all.filter((each) => each.deprecated);
  assert.deepEqual(deprecated.map(({ id }) => id).toSorted(), [
    'createCategorizationJobV1',
    'getCategorizationJobV1',
    'listCategorizationJobsV1',
  ]);
  for (const { address, definition } of deprecated) {
    const page = pageAt(address);
    assert.match(
      textOf(page.one('nav[aria-label=Main] details[open]:has([aria-current=page]) > summary')),
      /deprecated/,
    );
    const replacement = all.find(({ id }) => id === definition['x-deprecation'].operation)!;
    const [facts] = page.all('main dl');
    assert.equal(page.texts('dt', facts)[0], 'Deprecated');
    const [link] = page.all(`a[href="${replacement.address}"]`, facts);
    assert.equal(textOf(link!), replacement.summary);
  }
  for (const { address, deprecated: isDeprecated } of all)
    assert.equal(/deprecated/.test(textOf(index.one(`main a[href="${address}"]`))), isDeprecated, address);
});

test('the pages that show a base URL say that it is a placeholder', () => {
  for (const { document, overview, interactive, operations } of apis) {
    const [{ description }] = document.servers;
    assert.match(description, /placeholder/i);
    for (const path of [overview, interactive, operations[0]!.address, '/api/'])
      assert.match(textOf(pageAt(path).one('main')), /placeholder/i, path);
  }
});
