import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { changeLogOf } from '../../src/contract/change-log.ts';

const project = process.cwd();
let folder: string;

before(() => {
  folder = mkdtempSync(join(tmpdir(), 'change-log-'));
  mkdirSync(join(folder, 'openapi/changelog'), { recursive: true });
  process.chdir(folder);
});
after(() => {
  process.chdir(project);
  rmSync(folder, { recursive: true });
});

function read(...lines: string[]) {
  writeFileSync(join(folder, 'openapi/changelog/users.md'), ['# Users API', '', ...lines, ''].join('\n'));
  return changeLogOf('users');
}

test('Each release has its version, its day and its changes, the newest first', () => {
  assert.deepEqual(
    read('## 1.1.0 – 2026-11-20', '', '- One.', '- Two.', '', '## 1.0.0 – 2026-01-31', '', '- First.'),
    [
      { version: '1.1.0', date: '2026-11-20', changes: ['One.', 'Two.'] },
      { version: '1.0.0', date: '2026-01-31', changes: ['First.'] },
    ],
  );
});

test('A change may go on in indented lines', () => {
  const [release] = read('## 1.0.0 – 2026-01-31', '', '- The descriptions say more,', '  and name the unit.');
  assert.deepEqual(release?.changes, ['The descriptions say more, and name the unit.']);
});

test('A version below an older one is an error, because the first one counts as the newest', () => {
  assert.throws(
    () => read('## 1.0.0 – 2026-01-31', '', '- First.', '', '## 1.1.0 – 2026-11-20', '', '- One.'),
    /^WriterError: openapi\/changelog\/users\.md: 1\.1\.0 is newer than the version above it\./,
  );
});

test('An error names the file and the fix, without a stack: a heading, a line, a missing file', () => {
  const withoutStack = (message: RegExp) => (error: Error) =>
    message.test(error.message) && error.stack === '';
  assert.throws(
    () => read('## Next', '', '- One.'),
    withoutStack(/^openapi\/changelog\/users\.md: "## Next" is not a release\. Write "## 1\.2\.0/),
  );
  assert.throws(
    () => read('## 1.0.0 – 2026-01-31', '', 'One.'),
    withoutStack(/^openapi\/changelog\/users\.md: "One\." is not a change\. Start the line with "- "/),
  );
  assert.throws(
    () => changeLogOf('accounts'),
    withoutStack(/^openapi\/changelog\/accounts\.md is missing\. Add it with a heading/),
  );
});
