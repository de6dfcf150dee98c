import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { hasWholeHistory } from '../../src/agents/sitemap.ts';
import { ProjectCopy, environment } from '../support/project-copy.ts';
import {
  addApi,
  addFieldAndOperation,
  addLanguage,
  addSection,
  announce,
  otherAnnouncement,
} from '../support/grown-project.ts';

/** A larger project: every list that a test might count has one more entry. */
let copy: ProjectCopy;
before(() => {
  copy = new ProjectCopy('portal-', 'all');
  announce(copy, otherAnnouncement);
  addFieldAndOperation(copy);
  addSection(copy, ['listUsers', 'listPayments']);
  addApi(copy);
});
after(() => copy.remove());

test('Another announcement, a new field, operation, API and section show in the built site', () => {
  const { status, output } = copy.build();
  assert.equal(status, 0, output);
  assert.doesNotMatch(output, /\[WARN\]/);
  const home = copy.read('dist/index.html');
  assert.ok(home.includes(otherAnnouncement.text));
  assert.match(home, /<a href="\/payments\/"[^>]*>\s*Payments\s*<\/a>/);
  const operation = copy.read('dist/api/payments/operations/listpayments/index.html');
  assert.match(operation, /href="\/payments\/"[^>]*>\s*List payments\s*</);
  assert.match(copy.read('dist/api/users/index.html'), /href="\/api\/users\/operations\/listusers\/"/);
  assert.match(copy.read('dist/account-information/data-structures/index.html'), /id="User\.language"/);
});

test('Without git and without an edit URL, no page has a date or an edit link', () => {
  assert.equal(hasWholeHistory(copy.folder), false);
  const pages = copy.builtFiles().filter((file) => file.endsWith('.html'));
  assert.ok(pages.length > 100, `${pages.length} pages`);
  for (const page of pages) {
    assert.doesNotMatch(copy.read(join('dist', page)), /Last updated|Edit page/, page);
  }
});

/** All tests of contracts, content and code that need neither a browser nor a build. */
const FAST_TESTS = 'tests/{unit,contract,content}/**/!(*.all).test.ts';

test('With these changes and a second language, tests that need neither a browser nor a build pass', () => {
  addLanguage(copy);
  const files = globSync(FAST_TESTS, { cwd: copy.folder });
  const options = ['--test', '--test-concurrency=2', '--test-reporter=tap', ...files];
  const { status, stdout, stderr } = spawnSync(process.execPath, options, {
    cwd: copy.folder,
    env: environment,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  const failed = stdout.match(/^not ok .*(\n(?!ok |not ok ).*){0,20}/gm) ?? [];
  assert.equal(status, 0, failed.join('\n') || stderr);
  assert.ok(Number(/^# pass (\d+)$/m.exec(stdout)?.[1]) > 500, stdout.slice(-500));
});
