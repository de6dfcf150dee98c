import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { ProjectCopy } from '../support/project-copy.ts';

/*
 * The same sources in two folders, one with a space in its name, in time zones that are 26 hours apart and so on
 * different days. Each has the same commit, made at the same time.
 */

const copies: ProjectCopy[] = [];
after(() => copies.forEach((copy) => copy.remove()));

/** A hash of every file that a build writes, by path. */
function build(name: string, variables: NodeJS.ProcessEnv): Record<string, string> {
  const copy = new ProjectCopy(name);
  copies.push(copy);
  copy.clean();
  copy.commit('2026-05-06T23:30:00Z');
  const { status, output } = copy.build(variables);
  assert.equal(status, 0, output.slice(-4_000));
  const hash = (file: string) =>
    createHash('sha256')
      .update(readFileSync(copy.path(file)))
      .digest('hex');
  const files = [
    ...copy.builtFiles().map((file) => join('dist', file)),
    ...copy.builtFiles('hosts').map((file) => join('hosts', file)),
  ];
  return Object.fromEntries(files.map((file) => [file, hash(file)]));
}

test('Two builds of one commit are identical, whatever the folder, the time zone, the day and the language', () => {
  const one = build('a portal-', { TZ: 'Pacific/Kiritimati', LC_ALL: 'C' });
  const other = build('portal-', { TZ: 'Etc/GMT+12', LC_ALL: 'de_DE.UTF-8' });
  assert.ok(Object.keys(one).length > 300);
  assert.deepEqual(Object.keys(one), Object.keys(other));
  assert.deepEqual(
    Object.keys(one).filter((file) => one[file] !== other[file]),
    [],
  );
});
