import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { hasWholeHistory } from '../../src/integrations/git-history.ts';
import { environment, ProjectCopy } from '../support/project-copy.ts';

const GUIDE = 'src/content/docs/webhooks/events.mdx';
const FIRST = '2026-03-02T10:00:00Z';
const SECOND = '2026-05-06T23:30:00Z';

let copy: ProjectCopy;
const shallow = mkdtempSync(join(tmpdir(), 'shallow-'));

function git(folder: string, date: string, ...options: string[]) {
  const author = ['-c', 'user.name=Writer', '-c', 'user.email=writer@example.com'];
  const env = { ...environment, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date };
  const { status, stderr } = spawnSync('git', [...author, ...options], {
    cwd: folder,
    env,
    encoding: 'utf8',
  });
  assert.equal(status, 0, stderr);
}

/** What the foot of a built page says about its file. */
function footOf(page: string): {
  updated: string | undefined;
  shown: string | undefined;
  edit: string | undefined;
} {
  const html = copy.read(`dist/${page}index.html`);
  const [, updated, shown] =
    /Last updated:\s*<time datetime="?([^">]+)"?[^>]*>\s*([^<]*?)\s*<\/time>/.exec(html) ?? [];
  const [, edit] = /<a href="?([^">\s]+)"?[^>]*>(?:(?!<\/a>)[^])*Edit page\s*<\/a>/.exec(html) ?? [];
  return { updated, shown, edit };
}

before(() => {
  copy = new ProjectCopy();
});
after(() => {
  copy.remove();
  rmSync(shallow, { recursive: true });
});

test('Guides say when git saw their last change, in the time of the commit', () => {
  git(copy.folder, FIRST, 'init', '--quiet');
  git(copy.folder, FIRST, 'add', 'src/content');
  git(copy.folder, FIRST, 'commit', '--quiet', '--message', 'First');
  copy.write(GUIDE, `${copy.read(GUIDE)}\n`);
  git(copy.folder, SECOND, 'commit', '--quiet', '--all', '--message', 'Second');
  copy.edit(
    'src/config/site.ts',
    'editBaseUrl: undefined as string | undefined',
    "editBaseUrl: 'https://git.example.com/portal/edit/main'",
  );

  const { status, output } = copy.build();
  assert.equal(status, 0, output.slice(-4000));
  assert.deepEqual(footOf('webhooks/events/'), {
    updated: '2026-05-06T23:30:00.000Z',
    shown: 'May 6, 2026',
    edit: `https://git.example.com/portal/edit/main/${GUIDE}`,
  });
  assert.equal(footOf('sequencing/').updated, '2026-03-02T10:00:00.000Z');
});

test('The link to edit a page leads to the file that its writer edits', () => {
  assert.equal(
    footOf('sequencing/').edit,
    'https://git.example.com/portal/edit/main/src/content/docs/sequencing/index.mdx',
  );
  assert.equal(footOf('').edit, 'https://git.example.com/portal/edit/main/src/content/docs/index.mdx');
});

test('Pages that contracts draw have no date, and the static reference no link to edit', () => {
  assert.equal(footOf('users-api/').updated, undefined);
  assert.deepEqual(footOf('api/users/'), { updated: undefined, shown: undefined, edit: undefined });
  assert.deepEqual(footOf('api/users/operations/createuser/'), {
    updated: undefined,
    shown: undefined,
    edit: undefined,
  });
});

test('A shallow clone, which dates every file by its one commit, counts as no history', () => {
  assert.equal(hasWholeHistory(copy.folder), true);
  git(copy.folder, SECOND, 'clone', '--quiet', '--depth=1', `file://${copy.folder}`, shallow);
  assert.equal(hasWholeHistory(shallow), false);
});
