import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { codeChecker } from '../../src/build/markdown/page-lint/code-names.ts';
import { knownNames } from '../../src/build/markdown/page-lint/known-names.ts';
import type { LintError } from '../../src/build/markdown/page-lint/lint-error.ts';
import { checkMarkup } from '../../src/build/markdown/page-lint/markup.ts';
import { checkPictures } from '../../src/build/markdown/page-lint/pictures.ts';
import { vocabulary } from '../../src/build/markdown/page-lint/vocabulary.ts';
import { parsePage } from '../../src/content/mdx.ts';
import { withCompiledContracts } from '../support/compiled-contracts.ts';
import { projectRoot } from '../support/project-copy.ts';

withCompiledContracts();

const page = (source: string, file = 'guide.mdx') => parsePage(`src/content/docs/${file}`, source);
const listed = (errors: readonly LintError[]) => errors.map(({ line, message }) => `${line}: ${message}`);

describe('In a code block', () => {
  const errorsOf = (code: string, language = 'js') =>
    listed(codeChecker(knownNames(), vocabulary(projectRoot))(page(`\`\`\`${language}\n${code}\n\`\`\``)));

  for (const [what, code, name, meant] of [
    ['property', 'body.redirectURL', 'redirectURL', 'redirectUrl'],
    ['key', 'send({ providerkey: 1 })', 'providerkey', 'providerKey'],
    ['string', "read('externalUserID')", 'externalUserID', 'externalUserId'],
    ['constant in a string', "status === 'COMPLETE'", 'COMPLETE', 'COMPLETED'],
    ['query parameter', '`/Transactions?PagSize=3`', 'PagSize', 'PageSize'],
    ['path', 'fetch(`${base}/Consents/${id}`)', '/Consents/${id}', '/Consent/{id}'],
    ['path after a method', "call('GET', '/Account')", 'GET /Account', 'GET /Accounts'],
    ['method of a path', "call('PUT', '/Consent')", 'PUT /Consent', 'POST /Consent'],
  ])
    test(`a misspelled ${what} is an error, with the nearest name`, () => {
      assert.deepEqual(errorsOf(code!), [`2: no contract has \`${name}\`; did you mean \`${meant}\`?`]);
    });

  test('any other path of the platform is an error', () => {
    assert.deepEqual(errorsOf('curl https://api.example.com/nothing', 'sh'), [
      '2: no contract has `/nothing`.',
    ]);
  });

  test('any other key is an error in JSON, where all are fields', () => {
    assert.deepEqual(errorsOf('{\n  "stauts": 4,\n  "nothingAlike": "bar"\n}', 'json'), [
      '3: no contract has `stauts`; did you mean `status`?',
      '4: no contract has `nothingAlike`.',
    ]);
  });

  test("the code's own names and paths are right", () => {
    const code = [
      'const nextPage = pages.get("income").toFixed(2); // and/or',
      'server.on("/hooks/payments", { retryAfter: WEBHOOK_PATH }).catch(renewAt);',
      'call("GET", `/Consent/${encodeURIComponent(id)}?x=1`); call("POST", "/connect/token");',
      'fetch("http://127.0.0.1:4010/cfa/connect/token"); fetch("https://app.example.com/return");',
    ];
    assert.deepEqual(errorsOf(code.join('\n')), []);
  });
});

for (const [what, source, error] of [
  [
    'A mail link without a host',
    '[Mail](mailto:help)',
    'mailto:help leads to no mailbox; write mailto:name@example.com.',
  ],
  [
    'A mail link with a comma',
    '[Mail](mailto:a@b,com)',
    'mailto:a@b,com leads to no mailbox; write mailto:name@example.com.',
  ],
  ['A link without a path', '[Events]()', 'the link is empty; write its path.'],
  [
    "A link to the site's own host",
    '[Events](https://developer.example.com/webhooks/)',
    'write /webhooks/ instead of https://developer.example.com/webhooks/, because the site may be on another host.',
  ],
  [
    'A link to no definition',
    '[Events][none]',
    '[Events][none] is no link; define the link below the text, as in [name]: /path/.',
  ],
  [
    'A footnote without its text',
    'Text.[^1]',
    '[^1] is no link; define the footnote below the text, with a colon after its bracket.',
  ],
  [
    'A link with a space between its brackets',
    '[Events] (/webhooks/)',
    '[Events] (/webhooks/) is no link; remove the space between the brackets.',
  ],
  [
    'A link with a space in its path',
    '[Events](/web hooks/)',
    '[Events](/web hooks/) is no link; write %20 for a space in its path.',
  ],
  [
    'A link with its brackets the wrong way round',
    '(Events)[/webhooks/]',
    '(Events)[/webhooks/] is no link; write the text in the square brackets, before the path.',
  ],
  [
    'Bold text that stays open',
    'Store **the ID.',
    '**the ID. is not bold; write ** at both ends, without a space within them.',
  ],
  ['Code that stays open', 'Store `the ID.', '`the ID. is no code; write ` at both ends.'],
] as const)
  test(`${what} is an error`, () => {
    assert.deepEqual(listed(checkMarkup(page(source))), [`1: ${error}`]);
  });

describe('A picture', () => {
  const root = mkdtempSync(join(tmpdir(), 'pictures-'));
  before(() => {
    mkdirSync(join(root, 'public'));
    const png = Buffer.from('\x89PNG', 'latin1');
    for (const [file, content] of Object.entries({
      'right.png': png,
      'large.png': Buffer.concat([png, Buffer.alloc(200_000)]),
      'page.png': '<!doctype html>',
      'text.txt': 'Text',
    }))
      writeFileSync(join(root, 'public', file), content);
  });
  after(() => rmSync(root, { recursive: true }));
  const errorsOf = (source: string, file?: string) => listed(checkPictures(page(source, file), root));
  const noText = 'the picture /right.png has no alternative text; describe what it shows.';

  test('without alternative text is an error, whichever way it is written', () => {
    assert.deepEqual(errorsOf('![](/right.png)'), [`1: ${noText}`]);
    assert.deepEqual(errorsOf('![][a]\n\n[a]: /right.png'), [`1: ${noText}`]);
    assert.deepEqual(errorsOf('Text.\n\n<img src="/right.png" />'), [`3: ${noText}`]);
    assert.deepEqual(errorsOf('<p>\n<img src="/right.png"></p>', 'guide.md'), [`2: ${noText}`]);
  });

  test('with alternative text is right', () => {
    assert.deepEqual(errorsOf('![A](/right.png)\n\n<img src="/right.png" alt={text} />'), []);
    assert.deepEqual(errorsOf('<img src="/right.png" alt="A">', 'guide.md'), []);
  });

  test('that the page imports is an error', () => {
    assert.deepEqual(errorsOf("import a from './a.png';"), [
      '1: move the picture ./a.png to public/images/ and write its path from there, such as /images/name.png.',
    ]);
  });

  for (const [what, file, error] of [
    ['of more than 200 kB', '/large.png', 'public/large.png has 201 kB; make it at most 200 kB.'],
    [
      "that isn't one",
      '/page.png',
      "public/page.png isn't a picture in the format .png; save it in that format.",
    ],
    [
      'with another name',
      '/text.txt',
      'public/text.txt has no name of a picture; use .png, .jpg, .jpeg, .gif, .webp, .avif, .svg.',
    ],
    [
      'next to its page',
      './a.png',
      'move the picture ./a.png to public/images/ and write its path from there, such as /images/name.png.',
    ],
  ] as const)
    test(`${what} is an error`, () => {
      assert.deepEqual(errorsOf(`![A](${file})`), [`1: ${error}`]);
    });
});
