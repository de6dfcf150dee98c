import assert from 'node:assert/strict';
import { copyFileSync, globSync, renameSync, rmSync } from 'node:fs';
import { after, describe, test } from 'node:test';
import { PUBLISHED_ANCHORS } from '../../src/checks/pages/links.ts';
import { sections } from '../../src/config/sections.ts';
import { guideGroups } from '../../src/config/sidebars.ts';
import { pagePath } from '../../src/shared/page-path.ts';
import { pageAt } from '../content/support/pages.ts';
import { ProjectCopy } from '../support/project-copy.ts';

/* The changes that CONTRIBUTING.md describes, all in one copy of the project, which must build and pass its tests. */

/** What built pages contain after the changes. */
const shows: Record<string, RegExp> = {
  'index.html': /<a href="\/payments\/"[^>]*>\s*Payments\s*<\/a>/,
  'api/payments/operations/listpayments/index.html': /href="\/payments\/"[^>]*>\s*List payments\s*</,
  'api/users/index.html': /^(?![^]*\/nl\/api\/)[^]*\/operations\/listusers\/"[^]*\/api\/users\/" lang="nl"/,
  'account-information/data-structures-moved/index.html': /id="User\.language"/,
  'sequencing/index.html':
    /^(?![^]*(?:AnnouncementBar|aria-label="Announcement"))[^]*\/nl\/sequencing\/" lang="nl" hreflang="nl"/,
  'nl/webhooks/index.html':
    /<html lang="nl"[^]*href="\/nl\/webhooks\/" aria-current="page"[^]*href="\/nl\/webhooks\/events-moved\/"/,
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
  const description = 'Returns the users.';
  const schema = { type: 'array', description, items: { $ref: '#/components/schemas/User' } };
  // Its only example is empty.
  const examples = { none: { summary: 'Without users', value: [] } };
  const responses = { 200: { description, content: { 'application/json': { schema, examples } } } };
  const labels = { operationId: 'listUsers', tags: ['Users'], summary: 'List the users' };
  // YAML can contain JSON. The linter requires GET before the other methods.
  const operation = JSON.stringify({ ...labels, description, responses });
  const language = '        language: { type: string, description: The language of the end user. }\n';
  const contract = copy
    .read('openapi/users.yaml')
    .replace(/^ {2}\/Users:\n/m, `$&    get: ${operation}\n`)
    .replace(/^ {4}User:\n[^]*?properties:\n/m, `$&${language}`)
    .replace(/(?<=^ {2}version: ).*/m, '9.0.0');
  copy.write('openapi/users.yaml', contract);
  addHandler('listUsers');
  const changelog = 'openapi/changelog/users.md';
  const entry = '- Add `GET /Users` and `language` to a user.';
  copy.write(changelog, copy.read(changelog).replace('## ', `## 9.0.0 – 2030-01-31\n\n${entry}\n\n## `));
}

/** Adds Dutch, with one translated page, `/nl/webhooks/`. */
function addLanguage(): void {
  const dutch = "nl: { label: 'Nederlands', lang: 'nl' }";
  copy.edit('src/config/locales.ts', '\n  root: {', `\n  ${dutch},\n  root: {`);
  const page = `---
title: Webhooks in het Nederlands
description: Een bladzijde in een tweede taal, zodat de bouw laat zien dat de taal vanzelf verschijnt.
---
Tekst.

## Next steps

- [De structuur](/webhooks/structure/).
`;
  copy.write('src/content/docs/nl/webhooks/index.mdx', page);
}

const lint = () => copy.run('src/scripts/lint-pages.ts', []).output;
const redirect = (from: string, to: string) =>
  copy.edit('src/config/redirects.ts', '> = {', `> = {\n  '${from}': '${to}',`);

/** Every guide but the sections' first pages, as a path and a source file. */
const guides = guideGroups
  .flatMap(({ slugs }) => slugs.map(pagePath))
  .filter((path) => sections.every(({ href }) => href !== path))
  .map((path) => ({ path, file: pageAt(path).file }));

/** Moves all guides, and then changes what the linter lists. */
function movePages(): void {
  for (const { path, file } of guides) {
    renameSync(copy.path(file), copy.path(file.replace(/(\/index)?\.mdx$/, '-moved.mdx')));
    copy.edit('src/config/sidebars.ts', `'${path.slice(1, -1)}'`, `'${path.slice(1, -1)}-moved'`);
    redirect(path, path.replace(/\/$/, '-moved/'));
  }
  for (const [, file = '', line, mistake = ''] of lint().matchAll(/^ *(\S+?):(\d+): (.*)$/gm)) {
    const lines = copy.read(file).split('\n');
    const [, from, to] = /^([^#:]+)\S*: the page has moved; write ([^#]+?)(#\S+)?\.$/.exec(mistake) ?? [];
    // A link's text may end on a later line. Keep an empty line, so that the other lines keep their numbers.
    const index = lines.findIndex((text, row) => row >= Number(line) - 1 && text.includes(from ?? ''));
    // Several links of the grader's checks can share one path.
    if (index !== -1) lines[index] = from === undefined ? '' : lines[index]!.replaceAll(from, to!);
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
  const page = 'src/content/docs/providers-api.mdx';
  for (const file of ['openapi/providers.yaml', 'openapi/changelog/providers.md', page]) {
    const twin = copy.read(file).replaceAll('provider', 'payment').replaceAll('Provider', 'Payment');
    copy.write(file.replace('providers', 'payments'), twin);
  }
  addHandler('listPayments', "sandbox.examples('enabledPayments')");
  copy.edit('openapi/payments.yaml', 'section: account-information', 'section: payments');
  const overview = 'src/content/docs/api.mdx';
  copy.edit(overview, '\n</Filter>', '\n## Payments\n\n<ApiIndex section="payments" />\n\n</Filter>');
}

test('Once a page is deleted, the linter lists each file that still leads to it', () => {
  const sources = [
    'src/**/*.{ts,tsx,astro,mdx,yaml}',
    'docs/*.md',
    'tests/site/queries.yaml',
    PUBLISHED_ANCHORS,
  ];
  const files = globSync(sources, { cwd: copy.folder, exclude: ['src/config/redirects.ts'] });
  for (const { path, file } of guides) {
    const text = copy.read(file);
    rmSync(copy.path(file));
    redirect(path, '/');
    const link = new RegExp(`(?<=^|["'(]| )${RegExp.escape(path)}(?=[#"')]|$)`, 'm');
    const output = lint();
    const isTold = (each: string) => output.includes(`${each}:`);
    const linking = files.filter((each) => each !== file && link.test(copy.read(each)));
    assert.deepEqual(linking.filter(isTold), linking, path);
    copy.write(file, text);
    copy.edit('src/config/redirects.ts', `\n  '${path}': '/',`, '');
  }
});

describe('A project with more pages, operations, languages, and no announcement', () => {
  test('builds', () => {
    const file = 'src/config/announcement.ts';
    copy.write(file, copy.read(file).replace(/(?<=export const announcement[^=]*=)[^]*/, ' undefined;\n'));
    addFieldAndOperation();
    addSection();
    addApi();
    addLanguage();
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
    const { status, output } = copy.run('--test', options, {}, 3_600_000);
    const failed = output.match(/^ *not ok .*(\n(?! *(?:ok|not ok) ).*){0,20}/gm) ?? [];
    assert.equal(status, 0, failed.join('\n') || output.slice(-2_000));
    assert.ok(Number(/^# pass (\d+)$/m.exec(output)?.[1]) > 300, output.slice(-500));
  });

  test('passes the tests in a browser', () => {
    const options = ['test', '--config', 'tests/playwright.config.ts'];
    // A second language and moved pages contradict these sentences of the specification.
    options.push('--grep-invert', String.raw`The site is in English only| pages \(under |Webhooks pages:`);
    const { status, output } = copy.run('node_modules/@playwright/test/cli.js', options);
    assert.equal(status, 0, output.slice(output.search(/^ +1\) /m)).slice(0, 20_000));
  });
});
