import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { test } from 'node:test';
import { allowedGroups } from '../../src/integrations/markdown/contract-lint/allowed.ts';
import { checkPage, describeNameFaults } from '../../src/integrations/markdown/contract-lint/check.ts';
import { checkFiles } from '../../src/integrations/markdown/contract-lint/index.ts';
import { knownNames } from '../../src/integrations/markdown/contract-lint/known.ts';
import { readCode } from '../../src/integrations/markdown/contract-lint/read-code.ts';
import { withCompiledContracts } from '../support/compiled-contracts.ts';
import { projectRoot } from '../support/project-copy.ts';

withCompiledContracts();

const file = 'src/content/docs/guide.mdx';

/** What the check says of a page with this text: the name and the suggestion of each fault. */
function faultsOf(source: string): [name: string, suggestion: string | undefined][] {
  return checkPage(readCode(file, source), knownNames()).map(({ name, suggestion }) => [name, suggestion]);
}

test('Names of operations, schemas, fields, parameters, values and examples are no faults', () => {
  const names =
    'createConsent Consent providerKey ExternalUserId COMPLETED UPDATED newConsent client_id _pagination';
  assert.deepEqual(faultsOf(names.replace(/\S+/g, '`$&`')), []);
});

test('A name that no contract has is a fault, with the nearest name', () => {
  assert.deepEqual(faultsOf('Send `redirectURI`, `ConsentID` or `stauts`.'), [
    ['redirectURI', 'redirectUrl'],
    ['ConsentID', 'ConsentId'],
    ['stauts', 'status'],
  ]);
});

test('An enum value that no contract has is a fault', () => {
  assert.deepEqual(faultsOf('The job is `COMPLETE`.'), [['COMPLETE', 'COMPLETED']]);
});

test('Paths are compared with their parameters, and with the path of the server', () => {
  assert.deepEqual(
    faultsOf('`/Consent/{id}`, `/connect/token`, `/cfa/connect/token` and all below `/cfa`'),
    [],
  );
  assert.deepEqual(faultsOf('`/Consents/{id}`'), [['/Consents/{id}', '/Consent/{id}']]);
  assert.deepEqual(faultsOf('`/Accounts/{id}`'), [['/Accounts/{id}', '/Accounts/{Id}']]);
});

test('A call needs the right method', () => {
  assert.deepEqual(faultsOf('`POST /Consent` and `GET /Transactions?PageSize=50`'), []);
  assert.deepEqual(faultsOf('`PUT /Consent`'), [['PUT /Consent', 'POST /Consent']]);
});

test('Calls are checked in plain text and in diagrams too', () => {
  assert.deepEqual(faultsOf('Then GET /Account follows.'), [['GET /Account', 'GET /Accounts']]);
  assert.deepEqual(faultsOf('<Diagram source={`flowchart TB\n  a["POST /User"]`} />'), [
    ['POST /User', 'POST /Users'],
  ]);
});

test('The field of a schema must be its own, also where the text speaks of one of its objects', () => {
  assert.deepEqual(faultsOf('`Consent.status`, `transaction.category.z2.category`'), []);
  assert.deepEqual(faultsOf('`Consent.iban` `Consent.statu`'), [
    ['Consent.iban', undefined],
    ['Consent.statu', 'Consent.status'],
  ]);
});

test('Headers are known by their name', () => {
  assert.deepEqual(faultsOf('`Prefer: code=404`'), []);
  assert.equal(faultsOf('`Preffer: code=404`').length, 1);
});

test('Numbers, guids, anchors, options, media types and files are no names', () => {
  const codes = [
    '404',
    '963d5a3a-6e7e-4dba-ab5e-000000000001',
    '#part',
    '--port',
    'application/problem+json',
  ];
  assert.deepEqual(
    faultsOf([...codes, 'token.js', '/openapi/users.yaml'].map((code) => `\`${code}\``).join(' ')),
    [],
  );
});

test('Names of a code sample of the page may be named in its text, those of another page may not', () => {
  const sample = '```js\nasync function readAllPages(startFrom) {}\n```\n';
  assert.deepEqual(faultsOf(`${sample}\`readAllPages()\` takes \`startFrom\`.`), []);
  assert.deepEqual(faultsOf('`readAllPages()`')[0]?.[0], 'readAllPages()');
});

test('Code fences, front matter and drawings are no inline code', () => {
  const source = [
    '---',
    'title: The `wrongName`',
    '---',
    '````mdx',
    '```js',
    '`wrongName`',
    '```',
    '````',
    '<Diagram source={`flowchart TB',
    '  a --> wrongName`} />',
  ].join('\n');
  assert.deepEqual(faultsOf(source), []);
});

test('Code may stand between several backticks, over a line break, or in a code element', () => {
  assert.equal(faultsOf('``wrongNameOne`` and `GET\n/Wrong` and <code>wrongNameTwo</code>').length, 3);
  assert.deepEqual(faultsOf('<code>{props.code}</code>'), []);
});

test('A fault names file and line', () => {
  const [fault] = checkPage(readCode(file, '---\ntitle: T\n---\n\nOne.\n\nThe `wrongName`.'), knownNames());
  assert.equal(fault?.line, 7);
});

test('The message names page, line, name and cure', () => {
  const fault = { file, line: 7, name: 'redirectURI', suggestion: 'redirectUrl' };
  assert.equal(
    describeNameFaults([fault, { ...fault, line: 9, name: 'x', suggestion: undefined }]),
    '2 names are in no contract:\n' +
      '  src/content/docs/guide.mdx:7\n    `redirectURI`; did you mean `redirectUrl`?\n' +
      '  src/content/docs/guide.mdx:9\n    `x`\n' +
      '  Spell names as the contracts do. A name of another kind belongs into src/integrations/markdown/contract-lint/allowed.ts.',
  );
});

test('No name is allowed twice, or although a contract has it', () => {
  const names = allowedGroups.flatMap((group) => group.names);
  assert.deepEqual([...new Set(names)], names);
  assert.deepEqual(
    names.filter((name) => knownNames().words.has(name)),
    [],
  );
});

test('All pages and partials pass', () => {
  const files = globSync('src/content/{docs,partials}/**/*.{md,mdx}', { cwd: projectRoot });
  const { faults, componentFaults, names } = checkFiles(projectRoot, files);
  assert.deepEqual(componentFaults, []);
  assert.equal(describeNameFaults(faults).replace(/^0 names.*/s, ''), '');
  assert.ok(names > files.length);
});
