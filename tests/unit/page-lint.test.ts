import assert from 'node:assert/strict';
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { slug } from 'github-slugger';
import { guideGroups } from '../../src/config/sidebars.ts';
import { parsePage } from '../../src/content/mdx.ts';
import { checkPages, errorSummary } from '../../src/checks/pages/index.ts';
import { allowedNames, knownNames } from '../../src/checks/names/known-names.ts';
import { nameChecker } from '../../src/checks/names/names.ts';
import { projectRoot } from '../support/project-copy.ts';
import { testFolder } from '../support/test-folder.ts';

/** The errors of a page with this text, as `line: name → suggestion`. */
function errorsOf(source: string, file = 'src/content/docs/guide.mdx'): string[] {
  const { errors } = nameChecker(knownNames(projectRoot))(parsePage(file, source));
  return errors.map(({ line, message }) => {
    const [, name, meant] =
      /^no contract has `([^`]+)`(?:; did you mean `([^`]+)`\?|\.)$/.exec(message) ?? assert.fail(message);
    return `${line}: ${name}${meant ? ` → ${meant}` : ''}`;
  });
}

for (const [what, source, ...errors] of [
  ['name', 'Send `redirectURI` or\n`stauts`.', '1: redirectURI → redirectUrl', '2: stauts → status'],
  ['value', 'The job is `COMPLETE`.', '1: COMPLETE → COMPLETED'],
  ['path', '`/Consents/{id}`', '1: /Consents/{id} → /Consent/{id}'],
  ['method', '`PUT /Consent`', '1: PUT /Consent → POST /Consent'],
  ['call in plain text', 'Then\nGET /Account follows.', '2: GET /Account → GET /Accounts'],
  [
    'call in a diagram',
    '<Flowchart\n  source={`flowchart TB\n    a["POST /User"]`} />',
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
  test(`A wrong ${what} is an error with its line and the nearest name`, () => {
    assert.deepEqual(errorsOf(source!), errors);
  });

/** Each word as inline code. */
const inline = (codes: string) => codes.replaceAll(/\S+/g, '`$&`');
const code = [
  'async function readAllPages(startFrom) {} // and/or',
  'const nextPage = pages.get("income").toFixed(2); server.on("/hooks/payments", { retryAfter: WEBHOOK_PATH });',
  'call("GET", `/Consent/${encodeURIComponent(id)}?x=1`); call("POST", "/connect/token");',
  'fetch("http://127.0.0.1:4010/cfa/connect/token"); fetch("https://app.example.com/return");',
];

for (const [what, source] of [
  [
    'Names of operations, schemas, fields, parameters, values and examples',
    inline('createConsent Consent providerKey ExternalUserId COMPLETED UPDATED newConsent client_id'),
  ],
  [
    'Calls with parameters, a query, or the path of the server, and the fields of an object',
    '`GET /Transactions?PageSize=50`' +
      inline('/Consent/{id} /cfa/connect/token transaction.category.z2.category'),
  ],
  [
    'Numbers, UUIDs, anchors, options, media types and files',
    inline('404 963d5a3a-6e7e-4dba-ab5e-000000000001 #part --port application/problem+json token.js'),
  ],
  [
    "The code's own names and paths, in its text too,",
    `\`\`\`js\n${code.join('\n')}\n\`\`\`\n\`readAllPages()\` takes \`startFrom\`.`,
  ],
] as const)
  test(`${what} are accepted`, () => {
    assert.deepEqual(errorsOf(source), []);
  });

const CONTRIBUTING = readFileSync(join(projectRoot, 'CONTRIBUTING.md'), 'utf8');

const DESCRIPTION =
  'description: Read the sentence below, which has one mistake, and find it in the message with its line and its fix.';

const root = testFolder();
before(() => {
  for (const folder of ['src', 'public'])
    cpSync(join(projectRoot, folder), join(root, folder), { recursive: true });
});

/** The errors of the site with changed and new files. A file without text is removed. */
function errorsWith(files: Record<string, string | undefined>): string[] {
  try {
    for (const [file, text] of Object.entries(files))
      if (text === undefined) rmSync(join(root, file));
      else writeFileSync(join(root, file), text);
    return checkPages(root).errors;
  } finally {
    for (const file of Object.keys(files)) {
      rmSync(join(root, file), { force: true });
      if (existsSync(join(projectRoot, file))) cpSync(join(projectRoot, file), join(root, file));
    }
  }
}

const messageWith = (files: Record<string, string | undefined>) => errorSummary(errorsWith(files));

/** A page's text with a component. */
const using = (component: string, attributes: string) =>
  `import ${component} from '@components/${component}.astro';\n\n<${component} ${attributes} />`;

/** A page that no sidebar lists, and the error that says so. */
const fileOf = (name: string) => `src/content/docs/webhooks/${name}.mdx`;
const unlisted = (name: string) =>
  `${fileOf(name)}: no sidebar lists this page.\n  Fix: add 'webhooks/${name}' to a section in src/config/sidebars.ts.`;

/** Page bodies with one mistake each. */
const mistakes: readonly (readonly [body: string, error: string, line?: number])[] = [
  ['The `redirectURI`.', 'no contract has `redirectURI`; did you mean `redirectUrl`?'],
  [':::warning\nText.\n:::', 'unknown aside `:::warning`; write :::note'],
  [':::note\nText.', "the aside `:::note` isn't closed; write ::: on its own line below it."],
  ['<a', 'Unexpected character after `<`'],
  ['Wait <30 seconds.', 'To show <, write it as inline code.'],
  ['One<br>two.', 'Write <br />.'],
  ['<center>Text.</center>', '<center> is HTML; write Markdown or a component.'],
  ['```sh title="a.sh"\nexport X=“$Y”\n```', 'the line has a curly quote; write ".', 7],
  ['```sh\nexport X=‘$Y’\n```', "the line has a curly quote; write '.", 7],
  ['```sh\nexport\u00a0X=1\n```', 'the line has a no-break space; write a space.', 7],
  ['```sh\nexport X=–1\n```', 'the line has a dash; write -.', 7],
  ['Run `a\u00a0--b`.', 'the line has a no-break space; write a space.'],
  ['A\u200B', 'the line has a zero-width space; remove it.'],
  ['```js\nexport /* \u202e */\n```', 'the line has a bidirectional control; remove it.', 7],
  ['>>>>>>> feature', 'the line has a conflict marker; keep one of the versions.'],
  ['AKIA0123456789ABCDEF', 'the line has a secret; replace it with a made-up value, and revoke it'],
  ['```javscript\n1\n```', 'unknown code language `javscript`; write javascript.'],
  [
    using('OperationLink', 'of="refreshConsnt"'),
    'no operation "refreshConsnt". Did you mean "refreshConsent"?',
    8,
  ],
  [using('Limit', 'of="longestWeit"'), 'no limit "longestWeit". Did you mean "longestWait"?', 8],
  [using('Enum', 'off="JobStatus"'), '<Enum> has no attribute `off`; did you mean `of`?', 8],
  [using('Value', 'of="getSequencing"'), '<Value> needs the attribute `at`.', 8],
  [
    using('Fields', 'of="Consent" only={["statu"]}'),
    'no field of Consent "statu". Did you mean "status"?',
    8,
  ],
  [using('Limits', 'of="longestWait"'), 'no component @components/Limits.astro; did you mean Limit.astro?'],
  ['```json\n{}\n```', 'bodies come from the contracts; write <Example of="…" />.'],
  ['[a](/webhooks/evnts/)', 'no such page; did you mean /webhooks/events/?'],
  ['[a](/account-information/transactions/)', 'did you mean /account-information/data-access/transactions/?'],
  ['[a](/webhooks/events)', 'write /webhooks/events/, with a trailing slash.'],
  ['[a](../events/)', 'begin the path with a slash: /webhooks/events/.'],
  ['[a](events.mdx)', 'begin the path with a slash: /webhooks/events/.'],
  ['[a](http://localhost:4321/)', "readers can't reach this server"],
  ['[a](/webhooks/events/#next-stepps)', 'did you mean #next-steps?'],
  ['[a](/glossary/#webhok)', 'did you mean #webhook?'],
  ['[a](/api/users/operations/createusers/)', 'did you mean /api/users/operations/createuser/?'],
  ['![A bank](/images/bank.webp)', 'no such file: public/images/bank.webp.'],
];

/** Front matter with one mistake each. */
const wrongMatter: readonly (readonly [fields: string[], line: number, error: string])[] = [
  [['title: A: b', DESCRIPTION], 2, "the front matter isn't valid"],
  [['title: First'], 1, 'add the field `description`.'],
  [['title: Second', DESCRIPTION, 'sidbar: x'], 4, 'there is no field `sidbar`; did you mean `sidebar`?'],
  [
    ['title: Third', DESCRIPTION.replace('its line', "the page's line")],
    3,
    "description: Write ’ instead of '.",
  ],
  [['title: Fourth', 'description: Short.'], 3, 'description: Too small'],
];

const page = (fields: readonly string[], body: string) => ['---', ...fields, '---', '', body].join('\n');
const drafts = [
  ...mistakes.map(([body, error, line = 6], index) => {
    return { says: body, text: page([`title: Mistake ${index}`, DESCRIPTION], body), error, line };
  }),
  ...wrongMatter.map(([fields, line, error]) => {
    return { says: fields.join('\n'), text: page(fields, ''), error, line };
  }),
].map((draft, index) => ({ ...draft, name: `mistake-${index}` }));

describe('A page', () => {
  // All pages are checked at once, because each check reads the whole site.
  let errors: string[] = [];
  before(() => {
    errors = errorsWith(Object.fromEntries(drafts.map(({ name, text }) => [fileOf(name), text])));
  });
  for (const { name, says, error, line } of drafts)
    test(`with ${JSON.stringify(says)} is reported with its line and the fix`, () => {
      const file = fileOf(name);
      const [first = '', ...others] = errors.filter(
        (each) => each.startsWith(`${file}:`) && each !== unlisted(name),
      );
      assert.ok(errors.includes(unlisted(name)));
      assert.ok(first.startsWith(`${file}:${line}: `) && first.includes(error), first);
      assert.deepEqual(others, []);
    });
});

/** A guide that other pages link to. Its name may change. */
const [, guide = ''] = guideGroups.find(({ section }) => section.id === 'webhooks')?.slugs ?? [];
const guideFile = `src/content/docs/${guide}.mdx`;
const guideText = readFileSync(join(projectRoot, guideFile), 'utf8');
const glossary = readFileSync(join(projectRoot, 'src/glossary/glossary.yaml'), 'utf8');

test('Duplicate titles, missing pages, and links outside pages are reported with their lines', () => {
  const message = messageWith({
    [guideFile]: undefined,
    [guideFile.replace('.mdx', 's.mdx')]: guideText,
    [fileOf('Upper')]: guideText,
    'src/glossary/glossary.yaml': glossary.replace('guide: /webhooks/', 'guide: /webhook/'),
  });
  for (const error of [
    String.raw`${fileOf('Upper')}: no sidebar lists this page\.`,
    String.raw`src/config/sidebars\.ts:\d+: unknown page '${guide}'; did you mean '${guide}s'\?`,
    String.raw`${guide}s\.mdx: ".+" is also the title of ${fileOf('Upper')};`,
    String.raw`src/content/docs/webhooks/\w+\.mdx:\d+: /${guide}/: no such page; did you mean /${guide}s/\?`,
    String.raw`published-anchors\.txt:\d+: the page /${guide}/ is gone; redirect it in src/config/redirects\.ts`,
    String.raw`src/glossary/glossary\.yaml:\d+: /webhook/: no such page; did you mean /webhooks/\?`,
  ])
    assert.match(message, new RegExp(error));
});

test('Two files for one page, mistakes in the glossary, and a renamed heading are reported with the fix', () => {
  const [heading, text = ''] = /^## (.*)$/m.exec(guideText) ?? [];
  const message = messageWith({
    [guideFile]: guideText.replace(`${heading}\n`, '## Renamed\n'),
    [guideFile.replace('.mdx', '.md')]: guideText.replace(`${heading}\n`, '## Renamed\n'),
    'src/glossary/glossary.yaml': glossary.replace(/definition: (.*)\.$/m, 'definition: `$1`.'),
  });
  const id = slug(text);
  for (const error of [
    String.raw`${guide}\.mdx: src/content/docs/${guide}\.md is the same page;`,
    String.raw`src/glossary/glossary\.yaml:\d+: .+`,
    String.raw`published-anchors\.txt:\d+: readers link to /${guide}/#${id}; write <a id="${id}" />`,
  ])
    assert.match(message, new RegExp(error));
});

test('The first example in CONTRIBUTING.md needs only its line in a sidebar, also on Windows', () => {
  const [, , page = ''] = /^( *)```mdx\n([^]*?)^\1```/m.exec(CONTRIBUTING) ?? [];
  const text = page.replaceAll(/^ {3}/gm, '');
  assert.match(text, /^---\n/);
  const component = 'src/components/Endpoint.astro';
  const files = { [fileOf('new')]: text, [component]: readFileSync(join(projectRoot, component), 'utf8') };
  for (const [file, content] of Object.entries(files)) files[file] = content.replaceAll('\n', '\r\n');
  assert.deepEqual(errorsWith(files), [unlisted('new')]);
});

test('The vocabulary contains no duplicates and no contract names', () => {
  const allowed = allowedNames(projectRoot);
  assert.deepEqual([...new Set(allowed)], allowed);
  const { words } = knownNames(projectRoot);
  assert.deepEqual(
    allowed.filter((name) => words.has(name)),
    [],
  );
});
