import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parse } from 'yaml';
import { apis } from '../../src/config/apis.ts';
import { locales } from '../../src/config/locales.ts';
import { httpMethods } from '../../src/contract/model.ts';
import { glossaryPath } from '../../src/glossary/schema.ts';
import { projectRoot } from '../support/project-copy.ts';
import { guides, markdownPage, pages, place, withPartials, type Page } from './support/pages.ts';

/** Link text that doesn't describe its target. */
const EMPTY_TEXT = /^(?:click here|here|this|this page|link|more|read more|see more|learn more)[.…]?$/i;

/** Components that link the operation that they name. */
const LINKING = new Set(['Endpoint', 'OperationLink']);

interface Definition {
  operationId: string;
}

/** The operations of the contracts: by id, and by method and path. */
const operations = new Set<string>();
const operationOfCall = new Map<string, string>();
for (const file of globSync('openapi/*.yaml', { cwd: projectRoot })) {
  const document = parse(readFileSync(join(projectRoot, file), 'utf8')) as {
    paths?: Record<string, Partial<Record<string, Definition>>>;
    webhooks?: Record<string, Partial<Record<string, Definition>>>;
  };
  for (const [path, item] of Object.entries({ ...document.paths, ...document.webhooks })) {
    for (const method of httpMethods) {
      const id = item[method]?.operationId;
      if (id === undefined) continue;
      operations.add(id);
      operationOfCall.set(`${method.toUpperCase()} ${path}`, id);
    }
  }
}

/** Paths that a page links to, with those in its partials. The build links terms to the glossary. */
function targetsOf(page: Page): Set<string> {
  const parts = withPartials(page);
  const written = parts.flatMap(({ links }) => links.map(({ target }) => target.split('#')[0] ?? ''));
  // The list of all APIs links each interactive reference.
  const drawn = parts.some(({ components }) => components.some(({ name }) => name === 'ApiIndex'))
    ? apis.map((api) => `/${api.page}/`)
    : [];
  return new Set([...written, ...drawn, glossaryPath]);
}

/** The operations that a page names: in components, and as calls in inline code. */
function namedOperations(page: Page): Map<string, string> {
  const named = new Map<string, string>();
  for (const part of withPartials(page)) {
    for (const component of part.components) {
      const id = component.attributes['of'] ?? '';
      if (operations.has(id)) named.set(id, place(part, component));
    }
    for (const code of part.inlineCodes) {
      const id = operationOfCall.get(code.text);
      if (id !== undefined) named.set(id, place(part, code));
    }
  }
  return named;
}

test('Every page for readers is linked from the text of another page', () => {
  const targets = pages.flatMap((page) => [...targetsOf(page)].filter((target) => target !== page.address));
  const linked = new Set(targets);
  // Links to a page lead readers of another language to its translation.
  const linkedAddress = (address: string) => {
    const [, first = '', ...rest] = address.split('/');
    return first in locales ? ['', ...rest].join('/') : address;
  };
  const orphans = pages.filter(
    ({ file, address }) => address !== '/' && file !== markdownPage && !linked.has(linkedAddress(address)),
  );
  assert.deepEqual(
    orphans.map(({ file }) => file),
    [],
  );
});

test('Every guide links each operation that it mentions', () => {
  const errors = guides
    .filter(({ file }) => file !== markdownPage)
    .flatMap((page) => {
      const components = withPartials(page).flatMap((part) => part.components);
      const linked = new Set(
        components.filter(({ name }) => LINKING.has(name)).map(({ attributes }) => attributes['of']),
      );
      return [...namedOperations(page)].flatMap(([id, where]) => (linked.has(id) ? [] : [`${where} ${id}`]));
    });
  assert.deepEqual(errors, []);
});

test('Every operation has a guide in a section, so that its page in the reference can link back to it', () => {
  const found = guides.filter(({ frontMatter: { section } }) => section !== 'main' && section !== 'api');
  const named = new Set(found.flatMap((page) => [...namedOperations(page).keys()]));
  assert.deepEqual(
    [...operations].filter((id) => !named.has(id)),
    [],
  );
});

test('The text of each link describes its target', () => {
  const errors = pages.flatMap((page) =>
    page.links
      .filter(({ text }) => text.trim() === '' || EMPTY_TEXT.test(text.trim()))
      .map((link) => `${place(page, link)} "${link.text}"`),
  );
  assert.deepEqual(errors, []);
});
