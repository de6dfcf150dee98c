import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { parse } from 'yaml';
import { builtFile } from '../../support/built-pages.ts';
import { apis, type Node } from '../../support/published-contracts.ts';

const formats: Record<string, (text: string) => Node> = { yaml: parse, json: JSON.parse };

const read = (name: string, ending: string): Node =>
  formats[ending]!(builtFile(`openapi/${name}.${ending}`).toString());

function* references(node: Node): Generator<string> {
  if (node === null || typeof node !== 'object') return;
  if (typeof node.$ref === 'string') yield node.$ref;
  for (const value of Object.values<Node>(node)) yield* references(value);
}

function resolves(document: Node, reference: string): boolean {
  const steps = reference.slice(2).split('/');
  return (
    reference.startsWith('#/') &&
    steps.reduce((at: Node, step) => at?.[step.replaceAll('~1', '/')], document) !== undefined
  );
}

const unresolved = (document: Node) =>
  [...references(document)].filter((reference) => !resolves(document, reference));

for (const ending of Object.keys(formats)) {
  test(`each API has its complete document in ${ending.toUpperCase()}, self-contained`, () => {
    for (const { name, document } of apis) {
      const published = read(name, ending);
      assert.deepEqual(published, document, name);
      assert.deepEqual(unresolved(published), [], name);
    }
  });

  test(`/openapi/platform.${ending} has every operation and webhook of every API, self-contained`, () => {
    const platform = read('platform', ending);
    const items = Object.values<Node>({ ...platform.paths, ...platform.webhooks });
    const ids = items.flatMap((item) => Object.values<Node>(item).map(({ operationId }) => operationId));
    assert.deepEqual(
      ids.toSorted(),
      apis.flatMap(({ operations }) => operations.map(({ id }) => id)).toSorted(),
    );
    assert.deepEqual(unresolved(platform), []);
  });
}

test('every published version of a contract is served as it was published', () => {
  const published = new URL('../../../openapi/published/', import.meta.url);
  for (const name of readdirSync(published)) {
    for (const file of readdirSync(new URL(`${name}/`, published))) {
      const document = JSON.parse(readFileSync(new URL(`${name}/${file}`, published), 'utf8'));
      for (const ending of Object.keys(formats))
        assert.deepEqual(read(`${file.replace('.json', '')}/${name}`, ending), document, `${name} ${file}`);
    }
  }
});
