import assert from 'node:assert/strict';
import { copyFileSync, globSync, renameSync } from 'node:fs';
import { after, describe, test } from 'node:test';
import { parseDocument, type YAMLMap } from 'yaml';
import { PUBLISHED_ANCHORS } from '../../src/checks/pages/links.ts';
import { guideGroups } from '../../src/config/sidebars.ts';
import { addLanguage, removeAnnouncement } from '../support/grown-project.ts';
import { ProjectCopy } from '../support/project-copy.ts';

/* The changes that CONTRIBUTING.md describes, all in one copy of the project, which must build and pass its tests. */

/** Patterns that built pages match after the changes. */
const shows: Record<string, RegExp> = {
  'index.html': /<a href="\/payments\/"[^>]*>\s*Payments\s*<\/a>/,
  'api/payments/operations/listpayments/index.html': /href="\/payments\/"[^>]*>\s*List payments\s*</,
  'api/users/index.html': /href="\/api\/users\/operations\/listusers\/"/,
  'account-information/data-structures/index.html': /id="User\.language"/,
};

const copy = new ProjectCopy('portal-', 'all');
after(() => copy.remove());

/** Adds an operation's handler to the sandbox, which doesn't start without one. */
function addHandler(operationId: string, result = '[]'): void {
  const first = '    listProviders: () => providers(sandbox),\n';
  copy.edit('src/sandbox/operations/data.ts', first, `${first}    ${operationId}: () => ${result},\n`);
}

/** Adds an optional field, `User.language`, and an operation, `listUsers`, to the Users API, as a new version. */
function addFieldAndOperation(): void {
  const contract = parseDocument(copy.read('openapi/users.yaml'));
  contract.setIn(
    ['components', 'schemas', 'User', 'properties', 'language'],
    contract.createNode({ type: 'string', description: 'The language that the end user prefers.' }),
  );
  const description = 'The users.';
  const schema = { type: 'array', description, items: { $ref: '#/components/schemas/User' } };
  // Its only example is empty.
  const examples = { none: { summary: 'Without users', value: [] } };
  const operation = {
    operationId: 'listUsers',
    tags: ['Users'],
    summary: 'List the users',
    description: 'Returns the users.',
    responses: { 200: { description, content: { 'application/json': { schema, examples } } } },
  };
  const path = contract.getIn(['paths', '/Users']) as YAMLMap;
  // The linter requires GET before the other methods.
  path.items.unshift(contract.createPair('get', operation));
  addHandler('listUsers');
  contract.setIn(['info', 'version'], '9.0.0');
  copy.write('openapi/users.yaml', contract.toString({ lineWidth: 0, flowCollectionPadding: false }));
  const changelog = 'openapi/changelog/users.md';
  const entry = '- Add `GET /Users` and `language` to a user.';
  copy.write(changelog, copy.read(changelog).replace('## ', `## 9.0.0 – 2030-01-31\n\n${entry}\n\n## `));
}

/** Moves the recipes, and then changes what the linter lists. */
function movePages(): void {
  const slugs = guideGroups.flatMap((group) => group.slugs).filter((slug) => slug.startsWith('recipes/'));
  for (const slug of slugs) {
    const file = copy.path(`src/content/docs/${slug}`);
    renameSync(`${file}.mdx`, `${file}-moved.mdx`);
    copy.edit('src/config/sidebars.ts', `'${slug}'`, `'${slug}-moved'`);
    copy.edit('src/config/redirects.ts', '> = {', `> = {\n  '/${slug}/': '/${slug}-moved/',`);
  }
  const lint = () => copy.run('src/scripts/lint-pages.ts', []).output;
  for (const [, file = '', line, mistake = ''] of lint().matchAll(/^ *(\S+?):(\d+): (.*)$/gm)) {
    const lines = copy.read(file).split('\n');
    const [, from, to] = /^([^#:]+)\S*: the page has moved; write ([^#]+?)(#\S+)?\.$/.exec(mistake) ?? [];
    // A link's text may end on a later line. Keep an empty line, so that the other lines keep their numbers.
    const index = lines.findIndex((text, row) => row >= Number(line) - 1 && text.includes(from ?? ''));
    lines[index] = from === undefined ? '' : lines[index]!.replaceAll(from, to!);
    copy.write(file, lines.join('\n'));
  }
  copy.write(PUBLISHED_ANCHORS, copy.read(PUBLISHED_ANCHORS).replaceAll(/\n+/g, '\n'));
  assert.match(lint(), /^\d+ pages, no mistakes\.$/m);
}

/** Adds the section "Payments" with one guide, which links to both new operations. */
function addSection(): void {
  const section = "{ id: 'payments', label: 'Payments', href: '/payments/' }";
  copy.edit('src/config/sections.ts', '\n] as const;', `\n  ${section},\n] as const;`);
  copy.edit('src/config/sidebars.ts', '\n  webhooks: [', "\n  payments: ['payments'],\n  webhooks: [");
  // Use a copy instead of the image that `npm run images` would render.
  copyFileSync(copy.path('public/social/webhooks.png'), copy.path('public/social/payments.png'));
  const neighbor = 'src/content/docs/webhooks/structure.mdx';
  const page = `---
title: List payments
description: List the payments of your end users, and read the language in which to write to each of them.
---
import OperationLink from '@components/OperationLink.astro';

- <OperationLink of="listUsers" />
- <OperationLink of="listPayments" />

## Next steps

- [Read the body of a webhook](/webhooks/structure/).

![The app's payments](/images/payments.svg)
`;
  copy.write('public/images/payments.svg', '<svg xmlns="http://www.w3.org/2000/svg" />');
  copy.write('src/content/docs/payments/index.mdx', page);
  copy.write(neighbor, `${copy.read(neighbor).trimEnd()}\n- [List payments](/payments/).\n`);
}

/** Adds the Payments API, a twin of the Providers API with one operation, `listPayments`, to the section "Payments". */
function addApi(): void {
  const api = "{ name: 'payments', page: 'payments-api', section: 'payments' }";
  copy.edit('src/config/apis.ts', '\n] as const', `\n  ${api},\n] as const`);
  for (const file of [
    'openapi/providers.yaml',
    'openapi/changelog/providers.md',
    'src/content/docs/providers-api.mdx',
  ]) {
    const twin = copy.read(file).replaceAll('provider', 'payment').replaceAll('Provider', 'Payment');
    copy.write(file.replace('providers', 'payments'), twin);
  }
  addHandler('listPayments', "sandbox.examples('enabledPayments')");
  copy.edit('openapi/payments.yaml', 'section: account-information', 'section: payments');
  const overview = 'src/content/docs/api.mdx';
  copy.edit(overview, '\n</Filter>', '\n## Payments\n\n<ApiIndex section="payments" />\n\n</Filter>');
}

describe('A project with more pages, operations, languages, and no announcement', () => {
  test('builds', () => {
    removeAnnouncement(copy);
    addFieldAndOperation();
    addSection();
    addApi();
    addLanguage(copy);
    movePages();
    const { status, output } = copy.build();
    assert.equal(status, 0, output.slice(-4_000));
    assert.doesNotMatch(output, /\[WARN\]/);
    for (const [file, text] of Object.entries(shows)) assert.match(copy.read(`dist/${file}`), text, file);
  });

  test('passes the tests in Node', () => {
    const rooms = 'tests/{unit,contract,content,sandbox,samples,site}';
    const files = globSync(`${rooms}/**/!(*.all).test.ts`, { cwd: copy.folder });
    const options = ['--test-concurrency=2', '--test-reporter=tap', ...files];
    const { status, output } = copy.run('--test', options);
    const failed = output.match(/^ *not ok .*(\n(?! *(?:ok|not ok) ).*){0,20}/gm) ?? [];
    assert.equal(status, 0, failed.join('\n') || output.slice(-2_000));
    assert.ok(Number(/^# pass (\d+)$/m.exec(output)?.[1]) > 300, output.slice(-500));
  });

  test('passes the tests in a browser', () => {
    const options = ['test', '--config', 'tests/playwright.config.ts'];
    // A second language contradicts this sentence of the specification.
    options.push('--grep-invert', 'The site is in English only');
    const { status, output } = copy.run('node_modules/@playwright/test/cli.js', options);
    assert.equal(status, 0, output.slice(output.search(/^ +1\) /m)).slice(0, 20_000));
  });
});
