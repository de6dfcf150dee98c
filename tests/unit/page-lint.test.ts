import assert from 'node:assert/strict';
import { globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { parsePage } from '../../src/content/mdx.ts';
import { lintPages } from '../../src/build/markdown/page-lint/index.ts';
import { knownNames } from '../../src/build/markdown/page-lint/known-names.ts';
import { checkNames } from '../../src/build/markdown/page-lint/names.ts';
import { readPageCode } from '../../src/build/markdown/page-lint/page-code.ts';
import { allowedNames } from '../../src/build/markdown/page-lint/vocabulary.ts';
import { withCompiledContracts } from '../support/compiled-contracts.ts';
import { projectRoot } from '../support/project-copy.ts';

withCompiledContracts();

const allowed = allowedNames(projectRoot);

/** The errors of a page with this text, as `line: message`. */
function linesOf(source: string, file = 'src/content/docs/guide.mdx'): string[] {
  const errors = checkNames(readPageCode(parsePage(file, source)), knownNames(), new Set(allowed));
  return errors.map(({ line, message }) => `${line}: ${message}`);
}

/** The name and the suggestion of each error. */
function errorsOf(source: string, file?: string): [name: string, suggestion: string | undefined][] {
  return linesOf(source, file).map((error) => {
    const [, name = '', suggestion] =
      /^\d+: no contract has `([^`]+)`(?:; did you mean `([^`]+)`\?|\.)$/.exec(error) ?? [];
    return [name, suggestion];
  });
}

test('Names of operations, schemas, fields, parameters, values and examples are right', () => {
  const names =
    'createConsent Consent providerKey ExternalUserId COMPLETED UPDATED newConsent client_id _pagination';
  assert.deepEqual(errorsOf(names.replace(/\S+/g, '`$&`')), []);
});

test('A name that no contract has is an error, with the nearest name', () => {
  assert.deepEqual(errorsOf('Send `redirectURI`, `ConsentID` or `stauts`.'), [
    ['redirectURI', 'redirectUrl'],
    ['ConsentID', 'ConsentId'],
    ['stauts', 'status'],
  ]);
});

test('An enum value that no contract has is an error', () => {
  assert.deepEqual(errorsOf('The job is `COMPLETE`.'), [['COMPLETE', 'COMPLETED']]);
});

test('Paths are compared with their parameters, and with the path of the server', () => {
  assert.deepEqual(
    errorsOf('`/Consent/{id}`, `/connect/token`, `/cfa/connect/token` and all below `/cfa`'),
    [],
  );
  assert.deepEqual(errorsOf('`/Consents/{id}`'), [['/Consents/{id}', '/Consent/{id}']]);
  assert.deepEqual(errorsOf('`/Accounts/{id}`'), [['/Accounts/{id}', '/Accounts/{Id}']]);
});

test('A call needs the right method', () => {
  assert.deepEqual(errorsOf('`POST /Consent` and `GET /Transactions?PageSize=50`'), []);
  assert.deepEqual(errorsOf('`PUT /Consent`'), [['PUT /Consent', 'POST /Consent']]);
});

test('Calls are checked in plain text and in diagrams too', () => {
  assert.deepEqual(errorsOf('Then GET /Account follows.'), [['GET /Account', 'GET /Accounts']]);
  assert.deepEqual(errorsOf('<Diagram source={`flowchart TB\n  a["POST /User"]`} />'), [
    ['POST /User', 'POST /Users'],
  ]);
});

test('A field must belong to its schema, also when the text mentions an object of that schema', () => {
  assert.deepEqual(errorsOf('`Consent.status`, `transaction.category.z2.category`'), []);
  assert.deepEqual(errorsOf('`Consent.iban` `Consent.statu`'), [
    ['Consent.iban', undefined],
    ['Consent.statu', 'Consent.status'],
  ]);
});

test('Headers are known by their name', () => {
  assert.deepEqual(errorsOf('`Retry-After: 30`'), []);
  assert.equal(errorsOf('`Rety-After: 30`').length, 1);
});

test("Numbers, UUIDs, anchors, options, media types and files aren't names", () => {
  const codes = [
    '404',
    '963d5a3a-6e7e-4dba-ab5e-000000000001',
    '#part',
    '--port',
    'application/problem+json',
  ];
  assert.deepEqual(
    errorsOf([...codes, 'token.js', '/openapi/users.yaml'].map((code) => `\`${code}\``).join(' ')),
    [],
  );
});

test("Text may use the names of the page's own code samples, but not those of another page", () => {
  const sample = '```js\nasync function readAllPages(startFrom) {}\n```\n';
  assert.deepEqual(errorsOf(`${sample}\`readAllPages()\` takes \`startFrom\`.`), []);
  assert.deepEqual(errorsOf('`readAllPages()`')[0]?.[0], 'readAllPages()');
});

test("Code blocks, front matter and diagrams aren't inline code", () => {
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
  assert.deepEqual(errorsOf(source), []);
});

test('Inline code may have several backticks, a line break, or a code element', () => {
  assert.equal(errorsOf('``wrongNameOne`` and `GET\n/Wrong` and <code>wrongNameTwo</code>').length, 3);
  assert.deepEqual(errorsOf('<code>{props.code}</code>'), []);
});

test('An error has its line, in paragraphs, attributes and diagrams alike', () => {
  assert.deepEqual(linesOf('---\ntitle: T\n---\n\nOne.\n\nThe `wrongName`.'), [
    '7: no contract has `wrongName`.',
  ]);
  const page = [
    'Then',
    'GET /Account follows, and GET /Account again.',
    '',
    '<Diagram',
    '  alt="Calls GET /Account and reads `stauts`."',
    '  source={`flowchart TB',
    '    a["GET /Account"]`}',
    '/>',
    '![GET /Account](/picture.svg)',
  ].join('\n');
  const wrongCall = 'no contract has `GET /Account`; did you mean `GET /Accounts`?';
  assert.deepEqual(linesOf(page), [
    `2: ${wrongCall}`,
    `2: ${wrongCall}`,
    '5: no contract has `stauts`; did you mean `status`?',
    `5: ${wrongCall}`,
    `7: ${wrongCall}`,
    `9: ${wrongCall}`,
  ]);
});

test('Pages in Markdown are read like pages in MDX', () => {
  const source = 'The {`wrongNameOne`}, <code>wrongNameTwo</code> and GET /Wrong.\n\n<div>GET /Wrong</div>';
  assert.deepEqual(
    errorsOf(source, 'guide.md').map(([name]) => name),
    ['wrongNameOne', 'wrongNameTwo', 'GET /Wrong', 'GET /Wrong'],
  );
});

test('The message lists file, line, error and suggestion of all pages, with the way to fix them', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lint-'));
  const pages = {
    'src/content/names.yaml': 'Headers: [x-known]',
    'src/content/glossary.yaml': [
      '- id: rate-limit',
      '  term: rate limit',
      '  definition: A limit.',
      '  guide: /a/',
      '- id: end-user',
      '  term: end user',
      '  definition: A person.',
      '  guide: /a/',
    ].join('\n'),
    'src/content/partials/part.mdx': 'Text about the rate limit.',
    'src/content/providers/fr.yaml': '',
    'src/content/docs/b.mdx': '\nThe `redirectURI`.\n\n![](/favicon.svg) ![Our logo](/favicon.svg)',
    'src/content/docs/a.md': '`x`, `x-known` of the end user',
  };
  try {
    for (const [file, source] of Object.entries(pages)) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), source);
    }
    assert.equal(
      lintPages(folder, Object.keys(pages).slice(4)).message,
      'Pages have 6 errors:\n' +
        '  src/content/docs/a.md:1\n    no contract has `x`.\n' +
        '  src/content/docs/b.mdx:2\n    no contract has `redirectURI`; did you mean `redirectUrl`?\n' +
        '  src/content/docs/b.mdx:4\n    the picture /favicon.svg has no alternative text; describe what it shows.\n' +
        '  src/content/glossary.yaml:1\n    no page uses the term "rate-limit"; use it, or remove it.\n' +
        "  src/content/partials/part.mdx:1\n    no page uses the file; import it from '@partials/part.mdx', or remove it.\n" +
        '  src/content/providers/fr.yaml:1\n    no page uses the file; show it with <Providers country="FR" />, or remove it.\n' +
        '  Spell names as the contracts do; other names belong in src/content/names.yaml.\n' +
        '  /api/ lists each operation.',
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('The vocabulary has no name twice, and none that a contract has', () => {
  assert.deepEqual([...new Set(allowed)], allowed);
  assert.deepEqual(
    allowed.filter((name) => knownNames().words.has(name)),
    [],
  );
});

test('All pages and partials pass', () => {
  const files = globSync('src/content/{docs,partials}/**/*.{md,mdx}', { cwd: projectRoot });
  const { message, names } = lintPages(projectRoot, files);
  assert.equal(message, '');
  assert.ok(names > files.length);
});
