import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  checkComponents,
  describeComponentFaults,
  knownComponents,
  type KnownComponents,
} from '../../src/integrations/markdown/contract-lint/components.ts';
import { withCompiledContracts } from '../support/compiled-contracts.ts';
import { projectRoot } from '../support/project-copy.ts';

const file = 'src/content/docs/guide.mdx';
withCompiledContracts();

let read: KnownComponents | undefined;
const known = () => (read ??= knownComponents(projectRoot));

/** What a writer reads about a page with this text, as `line: message`. */
function faultsOf(source: string): string[] {
  return checkComponents(file, source, known()).map(({ line, message }) => `${line}: ${message}`);
}

test('The attributes of a component are read from its own file, with those that it needs', () => {
  const needed = [...(known().get('Samples') ?? [])].map(([name, attribute]) => [name, attribute.needed]);
  assert.deepEqual(needed, [
    ['of', true],
    ['example', false],
  ]);
  assert.deepEqual([...(known().get('Glossary') ?? [])], []);
});

test('A long type of an attribute may stand on several lines', () => {
  const folder = mkdtempSync(join(tmpdir(), 'components-'));
  try {
    mkdirSync(join(folder, 'src/components/content'), { recursive: true });
    writeFileSync(
      join(folder, 'src/components/content/Planted.astro'),
      `---\ninterface Props {\n  kind?:\n    | 'one'\n    | 'two';\n  of: { a: string; b: string };\n  last: string;\n}\n---\n`,
    );
    assert.deepEqual(Object.fromEntries(knownComponents(folder).get('Planted') ?? []), {
      kind: { needed: false, names: { kind: 'value', known: ['one', 'two'] } },
      of: { needed: true },
      last: { needed: true },
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('Components with their attributes are no faults, those of others and own definitions neither', () => {
  const page = `---
title: Guide
---
import { Steps } from '@astrojs/starlight/components';
import { Example, Samples as Calls } from '@components';
import Postman from '@partials/postman.mdx';

export const Own = () => 'text';

<Steps any="1">
1. <Example of="listTransactions" part="200" only={['value', 'name']} />
</Steps>
<Postman /> <Calls anything /> <Own x="1" />

<Example {...{ of: 'listTransactions', part: '200' }} />

\`<Endpont>\` in code is none.
`;
  assert.deepEqual(faultsOf(page), []);
});

test('Imports may stand below, hold comments, and bring a whole module', () => {
  const page = `<Steps><S.Steps /><Endpoint of="createConsent" /></Steps>

import * as S from '@astrojs/starlight/components';
import { Steps } from '@astrojs/starlight/components';
import {
  Endpoint, // the call
  Samples,
} from '@components';
`;
  assert.deepEqual(faultsOf(page), []);
});

test('A misspelt component is a fault with the nearest one, on its line', () => {
  assert.deepEqual(faultsOf('Text.\n\n<Endpont of="createConsent" />'), [
    '3: there is no component <Endpont>; did you mean "Endpoint"?',
  ]);
  assert.deepEqual(faultsOf('import { Endpont } from \'@components\';\n\n<Endpont of="createConsent" />'), [
    '1: there is no component <Endpont>; did you mean "Endpoint"?',
  ]);
});

test('A component that is imported from its own file is checked like any other', () => {
  assert.deepEqual(
    faultsOf('import TabItem from \'@components/TabItem.astro\';\n\n<TabItem labl="A">text</TabItem>'),
    [
      '3: <TabItem> has no attribute "labl"; did you mean "label"?',
      '3: <TabItem> needs the attribute "label".',
    ],
  );
  assert.deepEqual(faultsOf("import Tab from '@components/Tab.astro';"), [
    '1: there is no component <Tab>; did you mean "Tabs"?',
  ]);
});

test("Starlight's tabs are a fault with the line to write instead", () => {
  assert.deepEqual(faultsOf("import { Steps, Tabs } from '@astrojs/starlight/components';"), [
    "1: the site has its own <Tabs>; import Tabs from '@components/Tabs.astro';",
  ]);
});

test('A component that is not imported is a fault with the line to add', () => {
  assert.deepEqual(faultsOf('Text with <OperationLink of="createConsent" /> in it.'), [
    "1: <OperationLink> is not imported; add import { OperationLink } from '@components';",
  ]);
});

test('A misspelt and a missing attribute are faults', () => {
  assert.deepEqual(
    faultsOf(
      'import { Endpoint, Glossary } from \'@components\';\n\n<Endpoint off="createConsent" />\n\n<Glossary x />',
    ),
    [
      '3: <Endpoint> has no attribute "off"; did you mean "of"?',
      '3: <Endpoint> needs the attribute "of".',
      '5: <Glossary> has no attribute "x".',
    ],
  );
});

test('A name that no contract has is a fault with the nearest one, as is a value that an attribute cannot have', () => {
  const page = [
    "import { Fields, OperationLink, SequenceChart } from '@components';",
    '<OperationLink of="refreshConsents" />',
    '<Fields of="ConsentErrors" api="user" />',
    '<SequenceChart of="getSequencing" kind="incomes" />',
    '<OperationLink of={anyExpression} />',
    '<OperationLink of />',
    '<Fields {...more} api="user" />',
  ].join('\n\n');
  assert.deepEqual(faultsOf(page), [
    '3: <OperationLink of="refreshConsents">: there is no such operation; did you mean "refreshConsent"?',
    '5: <Fields of="ConsentErrors">: there is no such schema; did you mean "ConsentError"?',
    '5: <Fields api="user">: there is no such API; did you mean "users"?',
    '7: <SequenceChart kind="incomes">: there is no such value; did you mean "income"?',
    '11: <OperationLink of> needs a value; it names one operation.',
    '13: <Fields api="user">: there is no such API; did you mean "users"?',
  ]);
});

test('Attributes that name operations, schemas, APIs and sections are known by the types of the components', () => {
  const kinds = new Map(
    [...known()].flatMap(([component, attributes]) =>
      [...attributes].flatMap(([name, { names }]) => (names ? [[`${component} ${name}`, names.kind]] : [])),
    ) as [string, string][],
  );
  assert.equal(kinds.get('Samples of'), 'operation');
  assert.equal(kinds.get('Enum of'), 'schema');
  assert.equal(kinds.get('ApiPage of'), 'API');
  assert.equal(kinds.get('ApiIndex section'), 'section');
  assert.equal(kinds.get('Categories engine'), 'value');
  assert.equal(kinds.get('Example part'), undefined);
});

test('A text that is no MDX is a fault on its line', () => {
  assert.deepEqual(faultsOf('Text.\n\n<a\n\nText.'), [
    '3: Unexpected character after `<`, expected a valid JSX tag (note: to create a link in MDX, use `[text](url)`) (mdx-jsx:unexpected-character)',
  ]);
  assert.match(
    faultsOf('---\ntitle: Guide\n---\n\n<Steps>\n\nText.')[0] ?? '',
    /^5: Expected a closing tag for `<Steps>`/,
  );
});

test('The message lists files and lines, and says where to see the components', () => {
  assert.equal(
    describeComponentFaults(checkComponents(file, '<Endpont />', known())),
    'MDX has 1 fault:\n' +
      '  src/content/docs/guide.mdx:1\n    there is no component <Endpont>; did you mean "Endpoint"?\n' +
      '  /markdown-page/ shows each component at work, /api/ each operation.',
  );
});
