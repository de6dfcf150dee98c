import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { after, describe, test } from 'node:test';
import {
  addApi,
  addFieldAndOperation,
  addLanguage,
  addSection,
  removeAnnouncement,
  renameHeading,
} from '../support/grown-project.ts';
import { ProjectCopy } from '../support/project-copy.ts';

/* The changes that CONTRIBUTING.md describes, all in one copy of the project, which must build and pass its tests. */

/** Patterns that built pages match after the changes. */
const shows: Record<string, RegExp> = {
  'index.html': /<a href="\/payments\/"[^>]*>\s*Payments\s*<\/a>/,
  'api/payments/operations/listpayments/index.html': /href="\/payments\/"[^>]*>\s*List payments\s*</,
  'api/users/index.html': /href="\/api\/users\/operations\/listusers\/"/,
  'account-information/data-structures/index.html': /id="User\.language"/,
  'account-information/data-access/consents/index.html': /id="look-at-what-happened"/,
};

const NODE_TESTS = 'tests/{unit,contract,content,sandbox,samples,site}/**/!(*.all).test.ts';

describe('A project with more pages, operations, languages, and no announcement', () => {
  const copy = new ProjectCopy('portal-', 'all');
  after(() => copy.remove());

  test('builds', () => {
    removeAnnouncement(copy);
    addFieldAndOperation(copy);
    addSection(copy, ['listUsers', 'listPayments']);
    addApi(copy);
    addLanguage(copy);
    renameHeading(copy);
    const { status, output } = copy.build();
    assert.equal(status, 0, output.slice(-4_000));
    assert.doesNotMatch(output, /\[WARN\]/);
    for (const [file, text] of Object.entries(shows)) assert.match(copy.read(`dist/${file}`), text, file);
  });

  test('passes the tests in Node', () => {
    const files = globSync(NODE_TESTS, { cwd: copy.folder });
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
