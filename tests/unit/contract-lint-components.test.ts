import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  checkComponents,
  knownComponents,
  type KnownComponents,
} from '../../src/build/markdown/contract-lint/components.ts';
import { parsePage } from '../../src/content/mdx.ts';
import { withCompiledContracts } from '../support/compiled-contracts.ts';
import { projectRoot } from '../support/project-copy.ts';

const file = 'src/content/docs/guide.mdx';
withCompiledContracts();

let read: KnownComponents | undefined;
const known = () => (read ??= knownComponents(projectRoot));

/** What a writer reads about a page with this text, as `line: message`. */
function errorsOf(source: string): string[] {
  return checkComponents(parsePage(file, source), known()).map(({ line, message }) => `${line}: ${message}`);
}

test('The attributes of a component, and which are required, are read from its own file', () => {
  const needed = [...(known().get('Samples') ?? [])].map(([name, attribute]) => [name, attribute.required]);
  assert.deepEqual(needed, [
    ['of', true],
    ['example', false],
  ]);
  assert.deepEqual([...(known().get('Glossary') ?? [])], []);
});

test('The type of an attribute may take several lines', () => {
  const folder = mkdtempSync(join(tmpdir(), 'components-'));
  try {
    mkdirSync(join(folder, 'src/components/writers'), { recursive: true });
    writeFileSync(
      join(folder, 'src/components/writers/Planted.astro'),
      `---\ninterface Props {\n  kind?:\n    | 'one'\n    | 'two';\n  of: { a: string; b: string };\n  last: string;\n}\n---\n`,
    );
    assert.deepEqual(Object.fromEntries(knownComponents(folder).get('Planted') ?? []), {
      kind: { required: false, values: { kind: 'value', known: ['one', 'two'] } },
      of: { required: true },
      last: { required: true },
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('Components with their attributes are right, as are those of Starlight, partials and own definitions', () => {
  const page = `---
title: Guide
---
import { Steps } from '@astrojs/starlight/components';
import Example from '@components/Example.astro';
import { Own as Calls } from './own.ts';
import Postman from '@partials/postman.mdx';

export const Own = () => 'text';

<Steps any="1">
1. <Example of="listTransactions" part="200" only={['value', 'name']} />
</Steps>
<Postman /> <Calls anything /> <Own x="1" />

<Example {...{ of: 'listTransactions', part: '200' }} />

\`<Endpont>\` in code is none.
`;
  assert.deepEqual(errorsOf(page), []);
});

test('Imports may come last, contain comments, and bring a whole module', () => {
  const page = `<Steps><S.Steps /><Endpoint of="createConsent" /></Steps>

import * as S from '@astrojs/starlight/components';
import { Steps } from '@astrojs/starlight/components';
import Endpoint /* the call */ from '@components/Endpoint.astro';
`;
  assert.deepEqual(errorsOf(page), []);
});

test('A misspelled component is an error on its line, with the nearest one', () => {
  assert.deepEqual(errorsOf('Text.\n\n<Endpont of="createConsent" />'), [
    '3: there is no component <Endpont>; did you mean "Endpoint"?',
  ]);
  assert.deepEqual(
    errorsOf('import Endpont from \'@components/Endpont.astro\';\n\n<Endpont of="createConsent" />'),
    ['1: there is no component <Endpont>; did you mean "Endpoint"?'],
  );
});

test("A component that isn't imported is an error, with the line to add", () => {
  assert.deepEqual(errorsOf('Text with <OperationLink of="createConsent" /> in it.'), [
    "1: <OperationLink> is not imported; add import OperationLink from '@components/OperationLink.astro';",
  ]);
});

test('A misspelled and a missing attribute are errors', () => {
  assert.deepEqual(
    errorsOf(
      'import Endpoint from "@components/Endpoint.astro";\nimport Glossary from "@pages/Glossary.astro";\n\n<Endpoint off="createConsent" />\n\n<Glossary x />',
    ),
    [
      '4: <Endpoint> has no attribute "off"; did you mean "of"?',
      '4: <Endpoint> needs the attribute "of".',
      '6: <Glossary> has no attribute "x".',
    ],
  );
});

test("A name that no contract has is an error with the nearest one, as is a value that an attribute can't have", () => {
  const page = [
    ['Fields', 'OperationLink', 'SequenceChart']
      .map((name) => `import ${name} from '@components/${name}.astro';`)
      .join(' '),
    '<OperationLink of="refreshConsents" />',
    '<Fields of="ConsentErrors" api="user" />',
    '<SequenceChart of="getSequencing" kind="incomes" />',
    '<OperationLink of={anyExpression} />',
    '<OperationLink of />',
    '<Fields {...more} api="user" />',
  ].join('\n\n');
  assert.deepEqual(errorsOf(page), [
    '3: <OperationLink of="refreshConsents">: there is no such operation; did you mean "refreshConsent"?',
    '5: <Fields of="ConsentErrors">: there is no such schema; did you mean "ConsentError"?',
    '5: <Fields api="user">: there is no such API; did you mean "users"?',
    '7: <SequenceChart kind="incomes">: there is no such value; did you mean "income"?',
    '11: <OperationLink of> needs a value: the name of one operation.',
    '13: <Fields api="user">: there is no such API; did you mean "users"?',
  ]);
});

test('The types of attributes decide which take an operation, a schema, an API or a section', () => {
  const kinds = new Map(
    [...known()].flatMap(([component, attributes]) =>
      [...attributes].flatMap(([name, { values }]) =>
        values ? [[`${component} ${name}`, values.kind]] : [],
      ),
    ) as [string, string][],
  );
  assert.equal(kinds.get('Samples of'), 'operation');
  assert.equal(kinds.get('Enum of'), 'schema');
  assert.equal(kinds.get('ApiPage of'), 'API');
  assert.equal(kinds.get('ApiIndex section'), 'section');
  assert.equal(kinds.get('Categories engine'), 'value');
  assert.equal(kinds.get('Example part'), undefined);
});

test('A word in braces is an error unless the page defines it, with the way to write the braces', () => {
  assert.deepEqual(
    errorsOf('Call it with {Id}.\n\n{Id}\n\n`{Id}` \\{Id\\} {props.code} {/* Id */} {1 + Id}'),
    [
      '1: {Id} is code, and nothing defines Id; write `{Id}` or \\{Id\\} for the text.',
      '3: {Id} is code, and nothing defines Id; write `{Id}` or \\{Id\\} for the text.',
    ],
  );
  assert.deepEqual(errorsOf("export const Id = 'id';\n\nCall it with {Id}."), []);
});

test("Starlight's tabs are an error with the line to write instead", () => {
  assert.deepEqual(errorsOf("import { Steps, Tabs } from '@astrojs/starlight/components';"), [
    "1: the site has its own <Tabs>; import Tabs from '@components/Tabs.astro';",
  ]);
});

test('Every name in a list of names has to be in a contract, and the nearest one is suggested', () => {
  const page = (of: string) =>
    `import OpenQuestions from '@components/OpenQuestions.astro';\n\n<OpenQuestions of="${of}" />\n`;
  assert.deepEqual(errorsOf(page('createConsent, ConsentStatus, Consent.status, transactionsFetched')), []);
  assert.deepEqual(errorsOf(page('createConsnt, Consent.statu,ConsentStatus')), [
    '3: <OpenQuestions of="createConsnt">: there is no such operation, webhook, schema or field; did you mean "createConsent"?',
    '3: <OpenQuestions of="Consent.statu">: there is no such operation, webhook, schema or field; did you mean "Consent.status"?',
  ]);
});
