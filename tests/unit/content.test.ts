import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parse } from 'yaml';
import { categoryList, walkCategories } from '../../src/content/categories.ts';
import { parsePage } from '../../src/content/mdx.ts';
import { inPickerOrder, providerFields, providerList } from '../../src/content/providers.ts';
import { contracts } from '../../src/contract/index.ts';
import { collectionOf, postmanFiles } from '../../src/downloads/postman.ts';
import { guidesByOperation } from '../../src/navigation/guides.ts';
import { sourceFiles } from '../../src/shared/source-files.ts';
import { example, exampleValues, schema, type Node } from '../support/published-contracts.ts';

const read = (file: string): unknown => parse(readFileSync(join('src/content', file), 'utf8'));

/** Each engine's category list, with its nodes and its leaves. */
const lists = schema('categorization-v2', 'CategorizationEngine').enum.map((engine: string) => {
  const list = categoryList.parse(read(`categories/${engine}.yaml`));
  const nodes = [...walkCategories(list.categories)];
  return { engine, list, nodes, leaves: nodes.filter(({ node }) => node.children.length === 0) };
});
const [z1, z2] = lists;

const examplesWith = (key: string) => exampleValues.map(({ value }) => value).filter((value) => value?.[key]);

test("Every category in the contracts' examples is in its engine's list", () => {
  const codes = new Set(z1.leaves.map(({ node, path }: Node) => [...path, node.code].join(' > ')));
  const used = examplesWith('l0Name').filter(({ code }) => code);
  assert.ok(used.length > 0);
  for (const { l0Name, l1Name, l2Name, l3Name, code } of used)
    assert.ok(codes.has([l0Name, l1Name, l2Name, l3Name, code].join(' > ')), `add ${code} to z1.yaml`);
  const names = new Set(z2.leaves.map(({ node }: Node) => node.name));
  for (const { category } of examplesWith('confidence'))
    assert.ok(names.has(category), `add ${category} to z2.yaml`);
});

for (const { engine, list, nodes, leaves } of lists)
  test(`In the ${engine} list, every node has a unique anchor, and every category a unique code or name`, () => {
    assert.equal(list.engine, engine);
    const anchors = nodes.map(({ node }: Node) => node.anchor);
    for (const anchor of anchors) assert.match(anchor, new RegExp(`^${engine}-\\S+$`));
    for (const names of [anchors, leaves.map(({ node }: Node) => node.code ?? node.name.toLowerCase())])
      assert.deepEqual([...new Set(names)], names);
  });

const files = sourceFiles('src/content/providers', 'yaml').map((name) => {
  return { id: name.replace('.yaml', ''), data: providerList.parse(read(`providers/${name}`)) };
});

test("Providers have the contract's fields, with their types and requirements", () => {
  const { properties, required } = schema('providers', 'Provider');
  const ours = providerFields.toJSONSchema() as Node;
  assert.deepEqual(new Set(Object.keys(ours.properties)), new Set(Object.keys(properties)));
  for (const [name, { type, format, pattern }] of Object.entries<Node>(properties)) {
    assert.deepEqual([ours.properties[name].type, ours.properties[name].format], [type, format], name);
    if (pattern) assert.equal(ours.properties[name].pattern, pattern);
  }
  assert.deepEqual(new Set(ours.required), new Set(required));
});

test("The sandbox file lists the contract example's providers, and other files list those in their country", () => {
  for (const { id, data } of files)
    if (id === 'sandbox') assert.deepEqual(data, example('providers', 'enabledProviders'));
    else for (const { countryCode, name } of data) assert.equal(countryCode, id.toUpperCase(), name);
  const keys = files.flatMap(({ data }) => data.map(({ providerKey }) => providerKey));
  assert.deepEqual([...new Set(keys)], keys);
});

const provider = (name: string, priority = false) => {
  return { providerKey: name, name, countryCode: 'NL', priority, beta: false };
};

test('Providers with priority come first, and each group is in alphabetical order', () => {
  const found = inPickerOrder([provider('b'), provider('d', true), provider('a'), provider('c', true)]);
  assert.equal(found.map(({ name }) => name).join(), 'c,d,a,b');
});

const endpoint = (of: string) => `<Endpoint of="${of}" />`;
const link = '<OperationLink of="getUser" />';

// tests/site/reference.test.ts checks that guides link back.
test('The guide that shows the most of an operation comes first, and one that only links to it comes last', () => {
  const guides = {
    linked: link.repeat(9),
    shown: `${endpoint('getUser')} <Samples\n  only="curl"\n  of="getUser"\n/>`,
    whole: `${endpoint('getUser')} <Samples of="getUser" /> <Example of="getUser" part="200" /> ${endpoint('a')}`,
    text: `Call \`getUser\`. {/* ${link} */} <Fields of="getUser" />`,
  };
  const pages = Object.entries(guides).map(([title, source]) => {
    const files = [parsePage(`${title}.mdx`, 'Text.'), parsePage('partial.mdx', source)];
    return { title, href: `/${title}/`, files };
  });
  const found = guidesByOperation(pages)
    .get('getUser')
    ?.map(({ title }) => title);
  assert.deepEqual(found, ['whole', 'shown', 'linked']);
});

// tests/samples/collections.all.test.ts sends its requests.
const collection = collectionOf(contracts());
const requests = collection.item.flatMap(({ item }) => item);

test("The Postman collection contains each operation with parameters and responses, and uses the environment's host", () => {
  const operations = contracts().flatMap((contract) => contract.operations);
  for (const { id, summary, method, path, definition } of operations.filter(
    ({ kind }) => kind === 'operation',
  )) {
    const { request, response } = requests.find(({ name }) => name === summary)!;
    assert.equal(request.method, method.toUpperCase(), id);
    assert.ok(request.url.raw.startsWith('{{baseUrl}}/'), id);
    assert.ok(`/${request.url.path.join('/')}`.endsWith(path.replaceAll(/\{(\w+)\}/g, ':$1')), id);
    // Filters are listed, but only a few are enabled.
    assert.ok(request.url.query.filter(({ disabled }) => !disabled).length < 5, id);
    const statuses = response.map(({ code }) => String(code));
    assert.deepEqual(new Set(statuses), new Set(Object.keys(definition.responses ?? {})));
  }
});

test('The collection uses only variables that it and both environments define, and contains no secret', () => {
  const text = JSON.stringify(collection);
  assert.doesNotMatch(text, /example-secret/);
  assert.equal(collection.auth.bearer[0]?.value, '{{accessToken}}');
  const platform = postmanFiles.environment(contracts());
  for (const environment of [platform, postmanFiles['sandbox-environment']()]) {
    const known = [...collection.variable, ...environment.values].map(({ key }) => key);
    for (const [, name = ''] of text.matchAll(/\{\{(\w+)\}\}/g)) assert.ok(known.includes(name), name);
  }
  const secrets = platform.values.filter(({ type }) => type === 'secret');
  assert.deepEqual(new Set(secrets.map(({ value }) => value)), new Set(['']));
});
