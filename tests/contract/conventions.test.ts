import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { test } from 'node:test';
import { apis as siteApis } from '../../src/config/apis.ts';
import { platformDocument } from '../../src/sandbox/document.ts';
import { sourceFiles } from '../../src/shared/source-files.ts';
import {
  apis,
  contracts,
  openapiFolder,
  operations,
  readText,
  readYaml,
  schema,
  type Node,
  walk,
} from './support/contracts.ts';

const filesIn = (folder: string) => sourceFiles(fileURLToPath(new URL(folder, openapiFolder)), '{yaml,md}');

test('Each API has one contract and one changelog', () => {
  const contractFiles = filesIn('./').filter((file) => file.endsWith('.yaml') && file !== 'redocly.yaml');
  assert.deepEqual(contractFiles, apis.map((api) => `${api}.yaml`).sort());
  assert.deepEqual(filesIn('changelog/'), apis.map((api) => `${api}.md`).sort());
});

test('The combined contract has `/cfa` in its paths, so its server has none to append', async () => {
  const { servers = [], paths = {} } = await platformDocument();
  assert.ok('/cfa/connect/token' in paths);
  assert.deepEqual(
    servers.map(({ description }) => description),
    ['Placeholder host. Use the base URL from your onboarding.'],
  );
});

for (const api of apis) {
  test(`${api} is OpenAPI 3.1.0, has its own name and the section from the configuration`, () => {
    const { openapi, info } = contracts[api];
    assert.equal(openapi, '3.1.0');
    assert.equal(info['x-api'].name, api);
    assert.equal(info['x-api'].section, siteApis.find(({ name }) => name === api)?.section);
  });

  test(`The changelog of ${api} starts with the version of the contract`, () => {
    const { title, version } = contracts[api].info;
    const log = readText(`changelog/${api}.md`);
    assert.ok(log.startsWith(`# ${title}\n`));
    assert.match(log, /^## (\S+) – \d{4}-\d{2}-\d{2}$/m);
    assert.equal(log.match(/^## (\S+)/m)?.[1], version);
  });

  test(`The bundle of ${api} has plain component names and no external references`, () => {
    const { schemas = {}, examples } = contracts[api].components;
    for (const name of Object.keys(schemas)) assert.match(name, /^[A-Z][A-Za-z0-9]*$/);
    for (const name of Object.keys(examples)) assert.match(name, /^[a-z][A-Za-z0-9]*$/);
    for (const { key, value } of walk(contracts[api]))
      if (key === '$ref') assert.ok(value.startsWith('#/'), value);
  });

  test(`Every enum value of ${api} has a description`, () => {
    for (const { value, path } of walk(contracts[api])) {
      if (!Array.isArray(value?.enum)) continue;
      assert.deepEqual(
        Object.keys(value['x-enumDescriptions'] ?? {}).sort(),
        value.enum.map(String).sort(),
        path,
      );
    }
  });
}

test('The names of enum values are also in the description', () => {
  const { enum: values, 'x-enum-varnames': names, description } = schema('consents', 'ConsentStatus');
  for (const value of values) assert.ok(description.includes(`${value} ${names[value]}`), names[value]);
});

test('Everything in openapi/shared is used by at least two contracts', () => {
  const texts = apis.map((api) => JSON.stringify(contracts[api].components));
  for (const file of filesIn('shared/').filter((name) => name !== 'security.yaml')) {
    for (const name of Object.keys(readYaml(`shared/${file}`))) {
      const users = texts.filter((text) => text.includes(`"${name}":`));
      assert.ok(users.length >= 2, `${file}#/${name} is used by ${users.length}`);
    }
  }
});

test('Version 1 of categorization is deprecated, and each operation mentions its replacement', () => {
  const replacements = operations.filter(({ api }) => api === 'categorization-v2');
  const ids = replacements.map(({ value }) => value.operationId);
  assert.equal(contracts.categorization.info['x-api'].deprecated, true);
  assert.equal(contracts.categorization.info['x-deprecation'].replacedBy, 'categorization-v2');
  for (const { value } of operations.filter(({ api }) => api === 'categorization')) {
    const { replacedBy, operation } = value['x-deprecation'];
    assert.equal(value.deprecated, true);
    assert.equal(replacedBy, 'categorization-v2');
    assert.ok(ids.includes(operation) && value.description.includes(`\`${operation}\``));
  }
  assert.match(readText('changelog/categorization.md'), /Deprecated; use Categorization v2/);
});

test('Nothing else is deprecated', () => {
  for (const { api, value } of operations) assert.equal(value.deprecated ?? false, api === 'categorization');
});

const assumptions = apis.flatMap((api) =>
  [...walk(contracts[api])].filter(({ key }) => key === 'x-assumption'),
);

const SENTENCES = /^[^.]+(\.[^ ][^.]*)*\.( [A-Z][^.]+(\.[^ ][^.]*)*\.)?$/;

test('Every assumption is plain text: one sentence of reason, and one or two of advice', () => {
  assert.ok(assumptions.length > 0);
  for (const { value, path } of assumptions) {
    assert.match(value.reason, /^Assumed [^.]+(\.[^ ][^.]*)*\.$/, path);
    assert.match(value.advice, SENTENCES, path);
    assert.doesNotMatch(`${value.reason} ${value.advice}`, /[`*<]|\]\(/, path);
  }
});

test('Only assumptions mention what the specification leaves open', () => {
  const narration = /\bnot (documented|shown|specified|defined|known)\b/;
  for (const api of apis) {
    for (const { value, path } of walk(contracts[api]))
      if (typeof value === 'string') assert.doesNotMatch(value, narration, `${api} ${path}`);
  }
});

test('The placeholder host is marked as one wherever a contract has it', () => {
  for (const api of apis) {
    const { servers, components } = contracts[api];
    for (const server of servers) {
      assert.match(server.description, /^Placeholder host\./, api);
      assert.match(server['x-assumption'].reason, /placeholder/, api);
    }
    const scheme = components.securitySchemes?.oauth2;
    if (scheme) assert.match(scheme['x-assumption'].reason, /placeholder/, api);
  }
});

test('The body of the webhook and each example error is marked as an assumption', () => {
  const { schemas, examples } = contracts.consents.components;
  assert.match(schemas.TransactionsFetchedEvent['x-assumption'].reason, /^Assumed body/);
  assert.match(examples.transactionsFetched['x-assumption'].reason, /^Assumed body/);
  for (const api of apis) {
    for (const [name, { summary, 'x-assumption': mark }] of Object.entries<Node>(
      contracts[api].components.examples,
    )) {
      if (summary.startsWith('Example: ')) assert.match(mark?.reason ?? '', /^Assumed /, `${api} ${name}`);
    }
  }
});

test('A field that is unique says so in its description, which field tables show', () => {
  for (const api of apis) {
    for (const { value, path } of walk(contracts[api]))
      if (value?.['x-unique']) assert.match(value.description, /\bunique\b|\bNo two\b/, `${api}${path}`);
  }
});
