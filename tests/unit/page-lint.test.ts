import assert from 'node:assert/strict';
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { before, describe, test } from 'node:test';
import { slug } from 'github-slugger';
import { guideGroups } from '../../src/config/sidebars.ts';
import { parsePage } from '../../src/content/mdx.ts';
import { checkPages } from '../../src/checks/pages/index.ts';
import { PUBLISHED_ANCHORS } from '../../src/checks/pages/links.ts';
import { allowedNames, knownNames } from '../../src/checks/names/known-names.ts';
import { nameChecker } from '../../src/checks/names/names.ts';
import { pageAt } from '../content/support/pages.ts';
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
  ['call in a diagram', '<Flowchart\n  source={`\n  a["POST /User"]`} />', '3: POST /User → POST /Users'],
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

const DESCRIPTION =
  'description: Read the sentence below, which has one mistake, and find it in the message with its line and its fix.';

const read = (file: string) => readFileSync(join(projectRoot, file), 'utf8');
const root = testFolder();
before(() => {
  for (const folder of ['src', 'public', 'docs', 'tests/site'])
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

/** Expects errors that match these patterns. */
function expectErrors(files: Record<string, string | undefined>, patterns: readonly string[]) {
  const errors = errorsWith(files).join('\n');
  for (const pattern of patterns) assert.match(errors, new RegExp(pattern));
}

const using = (component: string, attributes: string) =>
  `import ${component} from '@components/${component}.astro';\n\n<${component} ${attributes} />`;

/** A page that no sidebar lists, and the error that says so. */
const fileOf = (name: string) => `src/content/docs/webhooks/${name}.mdx`;
const unlisted = (name: string) =>
  `${fileOf(name)}: no sidebar lists this page.\n  Fix: add 'webhooks/${name}' to a section in src/config/sidebars.ts.`;

/** A guide that other pages link to. Its name may change. */
const [, guide = ''] = guideGroups.find(({ section }) => section.id === 'webhooks')?.slugs ?? [];
const guideFile = `src/content/docs/${guide}.mdx`;

/** The bodies of pages, or their front matter, with one mistake each. */
const mistakes: readonly (readonly [text: string, error: string, line?: number])[] = [
  [using('SequenceDiagram', 'title="T" source={`\nA->>B: [B](/webhook/)`}'), 'did you mean /webhooks/?', 9],
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
  [using('OperationLink', 'of="getUsr"'), 'no operation "getUsr". Did you mean "getUser"?', 8],
  [using('Limit', 'of="longestWeit"'), 'no limit "longestWeit". Did you mean "longestWait"?', 8],
  [using('Enum', 'off="JobStatus"'), '<Enum> has no attribute `off`; did you mean `of`?', 8],
  [using('Value', 'of="getSequencing"'), '<Value> needs the attribute `at`.', 8],
  [using('Fields', 'of="Provider" only={["nam"]}'), 'no field of Provider "nam". Did you mean "name"?', 8],
  [using('Limits', 'of="longestWait"'), 'did you mean @components/Limit.astro?'],
  ["import Limit from '../Limit.astro';", 'did you mean @components/Limit.astro?'],
  ['<Limit of=“longestWait” />', 'the line has a curly quote in an attribute; write straight quotes.'],
  [using('Fields', 'of="Provider" only={[name]}'), "write quotes around each name: ['name'].", 8],
  ['The {id} of a user.', '{id} would run as code; write it as inline code: `{id}`.'],
  ['```sh\ncurl https://api.example.com/Providers\n```', 'write <EnvironmentSwitch /> before the first'],
  ['![A bank](./bank.webp)', 'begin the path with a slash: /images/bank.webp.'],
  ['See www.example.com.', 'begin the URL of another site with https://.'],
  ['```json\n{}\n```', 'bodies come from the contracts; write <Example of="…" />.'],
  [`[a](/${guide.slice(0, -1)}/)`, `no such page; did you mean /${guide}/?`],
  ['[a](/users/createuser/)', 'did you mean /api/users/operations/createuser/?'],
  [`[a](../${basename(guide)}/)`, `begin the path with a slash: /${guide}/.`],
  [`[a](${basename(guide)}.mdx)`, `begin the path with a slash: /${guide}/.`],
  ['[a](http://localhost:4321/)', "readers can't reach this server"],
  [`[a](/${guide}/#next-stepps)`, 'did you mean #next-steps?'],
  ['[a](/glossary/#webhok)', 'did you mean #webhook?'],
  ['[a](/api/users/operations/createusers/)', 'did you mean /api/users/operations/createuser/?'],
  ['![A bank](/images/bank.webp)', 'no such file: public/images/bank.webp.'],
  [`---\ntitle: A: b\n${DESCRIPTION}`, "the front matter isn't valid", 2],
  ['---\ntitle: First', 'add the field `description`.', 1],
  [`---\ntitle: Second\n${DESCRIPTION}\nsidbar: x`, 'there is no field `sidbar`; did you mean `sidebar`?', 4],
  [`---\ntitle: Third\n${DESCRIPTION} It's.`, "description: Write ’ instead of '.", 3],
  [
    `---\ntitle: Hero\n${DESCRIPTION}\nhero: { actions: [{ text: A, link: /webhook/ }] }`,
    'mean /webhooks/?',
    4,
  ],
  ['---\ntitle: Fourth\ndescription: Short.', 'description: Too small', 3],
  [`---\ntitle: Fifth\n${DESCRIPTION}\nkeywords: [‘one’]`, 'Remove the curly quotes around it.', 4],
  [`---\ntitle: 'Sixth’\n${DESCRIPTION}`, "the front matter isn't valid: Missing closing 'quote.", 2],
  [`---\ntitle: Seventh\n${DESCRIPTION}\nsidebar:\n  lable: x`, 'did you mean `label`?', 5],
];

const pages = mistakes.map(([text, error, line = 6], index) => {
  const body = `---\ntitle: Mistake ${index}\n${DESCRIPTION}\n---\n\n${text}`;
  const source = text.startsWith('---') ? `${text}\n---\n\n` : body;
  return { text, source, error, line, name: `mistake-${index}` };
});

describe('A page', () => {
  // All pages are checked at once, because each check reads the whole site.
  let errors: string[] = [];
  before(() => {
    errors = errorsWith(Object.fromEntries(pages.map(({ name, source }) => [fileOf(name), source])));
  });
  for (const { name, text, error, line } of pages)
    test(`with ${JSON.stringify(text)} is reported with its line and the fix`, () => {
      const own = errors.filter((each) => each.startsWith(`${fileOf(name)}:`));
      const [first = '', ...others] = own.filter((each) => each !== unlisted(name));
      assert.ok(first.startsWith(`${fileOf(name)}:${line}: `) && first.includes(error), first);
      assert.deepEqual([others, own.length], [[], 2]);
    });
});

const guideText = read(guideFile);
const glossary = read('src/glossary/glossary.yaml');
const queries = read('tests/site/queries.yaml');

test('Duplicate titles, missing pages, and links outside pages are reported with their lines', () => {
  const files = {
    [guideFile]: undefined,
    [guideFile.replace('.mdx', 's.mdx')]: guideText,
    [fileOf('Upper')]: guideText,
    [PUBLISHED_ANCHORS]: `/${guide}/#_top`,
    [pageAt('/account-information/data-access/transactions/').file]: undefined,
    'src/glossary/glossary.yaml': glossary.replace('guide: /webhooks/', 'guide: /webhook/'),
  };
  expectErrors(files, [
    String.raw`${fileOf('Upper')}: no sidebar lists this page\.`,
    String.raw`src/config/sidebars\.ts:\d+: unknown page '${guide}'; did you mean '${guide}s'\?`,
    String.raw`${guide}s\.mdx: ".+" is also the title of ${fileOf('Upper')};`,
    String.raw`src/content/docs/webhooks/\w+\.mdx:\d+: /${guide}/: no such page; did you mean /${guide}s/\?`,
    String.raw`published-anchors\.txt:\d+: the page /${guide}/ is gone; redirect it in src/config/redirects\.ts`,
    String.raw`src/glossary/glossary\.yaml:\d+: /webhook/: no such page; did you mean /webhooks/\?`,
    String.raw`src/sandbox/grade/checks/reading\.ts:6: \S+/transactions[\w-]*/#\S+: no such page`,
  ]);
});

test('Hidden files, two files for one page, mistakes in the glossary, and a renamed heading are reported with the fix', () => {
  const [heading, text = ''] = /^## (.*)$/m.exec(guideText) ?? [];
  const id = slug(text);
  const renamed = guideText.replace(`${heading}\n`, '## Renamed\n');
  const files = {
    [guideFile]: renamed,
    [PUBLISHED_ANCHORS]: `/${guide}/#${id}`,
    [guideFile.replace('.mdx', '.md')]: renamed,
    'src/content/docs/._quickstart.mdx': 'Mac OS X',
    'src/content/docs/webhooks/My Page.mdx': renamed,
    'docs/rules.md': read('docs/rules.md').replace('#paging', '#pagging'),
    'tests/site/queries.yaml': queries.replace(' 0-t', ' o-t').replace('/quickstart', '/quikstart'),
    'src/glossary/glossary.yaml': glossary.replace(/definition: (.*)\.$/m, 'definition: `$1`.'),
  };
  expectErrors(files, [
    String.raw`src/content/docs/\._quickstart\.mdx: delete this hidden file`,
    'My Page.mdx: name the file with lowercase letters, digits, and hyphens.',
    String.raw`docs/rules\.md:\d+: /api/\S+#pagging: .+ did you mean #paging`,
    String.raw`queries\.yaml:\d+: /troubleshooting\S* has no symptom o-transactions; did you mean 0-transactions`,
    String.raw`queries\.yaml:\d+: /quikstart\S*: no such page; did you mean /quickstart`,
    String.raw`${guide}\.mdx: src/content/docs/${guide}\.md is the same page;`,
    String.raw`src/glossary/glossary\.yaml:\d+: .+`,
    String.raw`published-anchors\.txt:\d+: readers link to /${guide}/#${id}; write <a id="${id}" />`,
  ]);
});

test('The first example in CONTRIBUTING.md needs only its line in a sidebar, also on Windows', () => {
  const [, , page = ''] = /^( *)```mdx\n([^]*?)^\1```/m.exec(read('CONTRIBUTING.md')) ?? [];
  // A writer may have kept the example's title.
  const text = page.replaceAll(/^ {3}/gm, '').replace(/^title: .*/m, 'title: A title that no page has');
  const component = 'src/components/Endpoint.astro';
  const files = { [fileOf('new')]: text, [component]: read(component) };
  for (const [file, content] of Object.entries(files)) files[file] = content.replaceAll('\n', '\r\n');
  assert.deepEqual(errorsWith(files), [unlisted('new')]);
});

test('The vocabulary contains no duplicates and no contract names', () => {
  const allowed = allowedNames(projectRoot);
  assert.deepEqual([...new Set(allowed)], allowed);
  const { words } = knownNames(projectRoot);
  for (const name of allowed) assert.ok(!words.has(name), name);
});
