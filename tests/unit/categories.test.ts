import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { test } from 'node:test';
import { parse } from 'yaml';
import { categoryList, walkCategories, type CategoryList } from '../../src/content/categories.ts';
import { sourceFiles } from '../../src/shared/source-files.ts';

const read = (path: string): unknown => parse(readFileSync(path, 'utf8'));

const engines = ['z1', 'z2'] as const;
const lists = Object.fromEntries(
  engines.map((engine) => [engine, categoryList.parse(read(`src/content/categories/${engine}.yaml`))]),
) as Record<(typeof engines)[number], CategoryList>;

/** The categories of a list, each as the names that lead to it and its code. */
const leavesOf = (list: CategoryList) =>
  [...walkCategories(list.categories)].filter(({ node }) => node.children.length === 0);

type Fields = Record<string, unknown>;

/** Every object with one of the given keys, within the examples of the contracts. */
function* inExamples(value: unknown, key: string, below = false): Generator<Fields> {
  if (value === null || typeof value !== 'object') return;
  const fields = value as Fields;
  if (below && key in fields) yield fields;
  for (const [name, child] of Object.entries(fields)) {
    yield* inExamples(child, key, below || name === 'examples' || name === 'example');
  }
}

const contracts = globSync('openapi/{,shared/}*.yaml').map(read);
const examplesWith = (key: string) => contracts.flatMap((contract) => [...inExamples(contract, key)]);

const z1Line = ({ l0Name, l1Name, l2Name, l3Name, code }: Fields) =>
  [l0Name, l1Name, l2Name, l3Name, code].join(' > ');

test('Every four names and code in the examples of the contracts are in the z1 list, together', () => {
  const listed = new Set(leavesOf(lists.z1).map(({ node, path }) => [...path, node.code].join(' > ')));
  const used = new Set(examplesWith('l0Name').map(z1Line));
  assert.ok(used.size > 0, 'the contracts have examples of z1 categories');
  for (const line of used) assert.ok(listed.has(line), `add to z1.yaml: ${line}`);
});

test('Every category in the examples of the contracts is in the z2 list', () => {
  const listed = new Set(leavesOf(lists.z2).map(({ node }) => node.name));
  const used = new Set(examplesWith('confidence').map(({ category }) => category as string));
  assert.ok(used.size > 0, 'the contracts have examples of z2 categories');
  for (const name of used) assert.ok(listed.has(name), `add to z2.yaml: ${name}`);
});

for (const engine of engines) {
  test(`The ${engine} list has the name of its engine and gives every node its own anchor, and every category its own code or name`, () => {
    const list = lists[engine];
    const anchors = [...walkCategories(list.categories)].map(({ node }) => node.anchor);
    assert.equal(list.engine, engine);
    assert.equal(new Set(anchors).size, anchors.length);
    const keys = leavesOf(list).map(({ node }) => node.code ?? node.name.toLowerCase());
    assert.equal(new Set(keys).size, keys.length);
    for (const anchor of anchors) assert.match(anchor, new RegExp(`^${engine}-\\S+$`));
  });

  test(`The ${engine} list stays small while it is an example`, () => {
    const { length } = leavesOf(lists[engine]);
    assert.ok(!lists[engine].example || (length >= 30 && length <= 60), `${length} categories`);
  });
}

test('There is one list for each engine of the contract, and no other', () => {
  const { components } = read('openapi/categorization-v2.yaml') as {
    components: { schemas: Record<string, Fields> };
  };
  const files = sourceFiles('src/content/categories', 'yaml').map((file) => basename(file, '.yaml'));
  assert.deepEqual(files.sort(), components.schemas['CategorizationEngine']?.['enum']);
});

test('A category of z1 is linked by its code, one of z2 by its names', () => {
  const anchorOf = (list: CategoryList, name: string) =>
    leavesOf(list).find(({ node }) => node.name === name)?.node.anchor;
  assert.equal(anchorOf(lists.z1, 'Groceries'), 'z1-exp-gro');
  assert.equal(anchorOf(lists.z2, 'Groceries'), 'z2-daily-life-groceries');
});
