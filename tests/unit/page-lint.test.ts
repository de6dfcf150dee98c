import assert from 'node:assert/strict';
import { globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { parsePage } from '../../src/content/mdx.ts';
import { lintPages } from '../../src/checks/names/index.ts';
import { allowedNames, knownNames } from '../../src/checks/names/known-names.ts';
import { nameChecker } from '../../src/checks/names/names.ts';
import { withCompiledContracts } from '../support/compiled-contracts.ts';
import { projectRoot } from '../support/project-copy.ts';

withCompiledContracts();

/** The errors of a page with this text, as `line: name → suggestion`. */
function errorsOf(source: string, file = 'src/content/docs/guide.mdx'): string[] {
  const { errors } = nameChecker(knownNames(projectRoot))(parsePage(file, source));
  return errors.map(({ line, message }) => {
    const [, name, meant] =
      /^no contract has `([^`]+)`(?:; did you mean `([^`]+)`\?|\.)$/.exec(message) ?? assert.fail(message);
    return `${line}: ${name}${meant ? ` → ${meant}` : ''}`;
  });
}

test('Names of operations, schemas, fields, parameters, values and examples are right', () => {
  const names =
    'createConsent Consent providerKey ExternalUserId COMPLETED UPDATED newConsent client_id _pagination';
  assert.deepEqual(errorsOf(names.replace(/\S+/g, '`$&`')), []);
});

for (const [what, source, ...errors] of [
  ['name', 'Send `redirectURI` or\n`stauts`.', '1: redirectURI → redirectUrl', '2: stauts → status'],
  ['value', 'The job is `COMPLETE`.', '1: COMPLETE → COMPLETED'],
  ['path', '`/Consents/{id}`', '1: /Consents/{id} → /Consent/{id}'],
  ['method', '`PUT /Consent`', '1: PUT /Consent → POST /Consent'],
  ['call in plain text', 'Then\nGET /Account follows.', '2: GET /Account → GET /Accounts'],
  [
    'call in a diagram',
    '<Diagram\n  source={`flowchart TB\n    a["POST /User"]`} />',
    '3: POST /User → POST /Users',
  ],
  ['call in an alternative text', '![GET /Account](/a.svg)', '1: GET /Account → GET /Accounts'],
  ['field of a schema', '`Consent.statu`', '1: Consent.statu → Consent.status'],
  ['field of another schema', '`Consent.iban`', '1: Consent.iban'],
  ['header', '`Rety-After: 30`', '1: Rety-After: 30'],
  ['property in code', '```js\nbody.redirectURL\n```', '2: redirectURL → redirectUrl'],
  ['key in code', '```js\nsend({ providerkeY: 1 })\n```', '2: providerkeY → providerKey'],
  ['string in code', "```js\nread('externalUserID')\n```", '2: externalUserID → externalUserId'],
  ['call in code', "```js\nawait call('GET', '/Account');\n```", '2: GET /Account → GET /Accounts'],
  ['path of the platform in code', '```sh\ncurl https://api.example.com/nothing\n```', '2: /nothing'],
])
  test(`A wrong ${what} is an error, with its line and the nearest name`, () => {
    assert.deepEqual(errorsOf(source!), errors);
  });

test('Calls with parameters, a query, or the path of the server are right, as are the fields of an object', () => {
  const source =
    '`/Consent/{id}`, `/cfa/connect/token` below `/cfa`, `GET /Transactions?PageSize=50`, `transaction.category.z2.category`';
  assert.deepEqual(errorsOf(source), []);
});

test("Numbers, UUIDs, anchors, options, media types and files aren't names", () => {
  const codes = '404 963d5a3a-6e7e-4dba-ab5e-000000000001 #part --port application/problem+json token.js';
  assert.deepEqual(errorsOf(codes.replace(/\S+/g, '`$&`')), []);
});

test("Text may use the names of the page's own code samples, but not those of another page", () => {
  const sample = '```js\nasync function readAllPages(startFrom) {}\n```\n';
  assert.deepEqual(errorsOf(`${sample}\`readAllPages()\` takes \`startFrom\`.`), []);
  assert.equal(errorsOf('`readAllPages()`').length, 1);
});

test("The code's own names and paths are right", () => {
  const code = [
    'const nextPage = pages.get("income").toFixed(2); // and/or',
    'server.on("/hooks/payments", { retryAfter: WEBHOOK_PATH }).catch(renewAt);',
    'call("GET", `/Consent/${encodeURIComponent(id)}?x=1`); call("POST", "/connect/token");',
    'fetch("http://127.0.0.1:4010/cfa/connect/token"); fetch("https://app.example.com/return");',
  ];
  assert.deepEqual(errorsOf(`\`\`\`js\n${code.join('\n')}\n\`\`\``), []);
});

test('The message lists file, line, error and suggestion of all pages, with the way to fix them', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lint-'));
  const pages = {
    'src/content/names.yaml': 'Headers: [x-known]',
    'src/content/docs/b.mdx': '\nThe `redirectURI`.\n\n:::warning\nText.\n:::\n\n:::note\nText.',
    'src/content/docs/a.md': '`x`, `x-known` of the end user',
    'src/content/docs/c.mdx': 'Text.\n\n<a',
    'src/content/docs/d.mdx': '```sh\nls \u2013x\n>>>>>>> a\n```\n\nA\u200B\n\nAKIA0123456789ABCDEF',
  };
  try {
    for (const [file, source] of Object.entries(pages)) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), source);
    }
    const { message } = lintPages(folder, Object.keys(pages).slice(1));
    assert.match(
      message,
      new RegExp(
        [
          '^Pages have 9 errors\\.',
          'src/content/docs/a\\.md:1: no contract has `x`\\.',
          'src/content/docs/b\\.mdx:2: no contract has `redirectURI`; did you mean `redirectUrl`\\?',
          'src/content/docs/b\\.mdx:4: there is no aside `:::warning`; write :::note, :::tip, :::caution, :::danger\\.',
          "src/content/docs/b\\.mdx:8: the aside `:::note` isn't closed; write ::: on a line of its own below it\\.",
          'src/content/docs/c\\.mdx:3: .+',
          'src/content/docs/d\\.mdx:2: code needs plain .+',
          'src/content/docs/d\\.mdx:3: a merge conflict; .+',
          'src/content/docs/d\\.mdx:6: an invisible .+',
          'src/content/docs/d\\.mdx:8: this looks like a secret; .+',
          'Spell names as the contracts do; other names belong in src/content/names\\.yaml\\.$',
        ].join('\n  '),
      ),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('The vocabulary has no name twice, and none that a contract has', () => {
  const allowed = allowedNames(projectRoot);
  assert.deepEqual([...new Set(allowed)], allowed);
  const { words } = knownNames(projectRoot);
  assert.deepEqual(
    allowed.filter((name) => words.has(name)),
    [],
  );
});

test('All pages and partials pass', () => {
  const files = globSync('src/content/{docs,partials}/**/*.{md,mdx}', { cwd: projectRoot });
  const { message, names } = lintPages(projectRoot, files);
  assert.equal(message, '');
  assert.ok(names > files.length);
});
