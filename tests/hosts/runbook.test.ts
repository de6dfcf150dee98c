import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { testFolder } from '../support/test-folder.ts';

/* Runs the commands of the runbook on a small site that somebody tampered with. The local machine stands for `web`. */

const [, section = ''] = readFileSync('docs/runbook.md', 'utf8').split(
  '\n## When the site was tampered with\n',
);
const [, , compare = '', compareDownloads = ''] = section
  .split('```sh\n')
  .map((part) => part.split('```')[0] ?? '');

const folder = testFolder();
const served = join(folder, 'served');
const write = (file: string, text: string) => writeFileSync(join(folder, file), text);

mkdirSync(join(folder, 'dist/starters'), { recursive: true });
for (const file of ['index.html', 'events.md', 'sandbox.mjs', 'skill.md', 'starters/python.tar.gz'])
  write(`dist/${file}`, file);
cpSync(join(folder, 'dist'), served, { recursive: true });

/** What commands print on the standard output. */
function run(commands: string): string[] {
  const here = commands
    .replaceAll('/srv/portal', served)
    .replaceAll('https://docs.example.com', `file://${served}`);
  const ssh = 'ssh() { shift; bash --norc -c "$1"; }';
  const options = ['--norc', '-c', `${ssh}\n${here}`];
  const { stdout } = spawnSync('bash', options, { cwd: folder, encoding: 'utf8' });
  return stdout.split('\n').filter((line) => line !== '');
}

test('The comparison after tampering prints nothing for an unchanged site', () => {
  assert.deepEqual([run(compare), run(compareDownloads)], [[], []]);
});

test('It prints changed, removed, and added files, archives and links included', () => {
  write('served/starters/python.tar.gz', 'changed');
  write('served/sign-in.html', 'added');
  write('served/index.html.gz', 'added, and sent by hosts that look for such files');
  write('secret.html', 'linked');
  symlinkSync('../secret.html', join(served, 'link.html'));
  rmSync(join(served, 'events.md'));
  const printed = run(compare);
  for (const file of ['starters/python.tar.gz', 'sign-in.html', 'index.html.gz', 'link.html', 'events.md'])
    assert.ok(printed.join().includes(`./${file}`), file);
  for (const file of ['./index.html', './skill.md'])
    assert.ok(!printed.some((line) => line.includes(`${file}:`) || line.endsWith(file)), file);
  const downloads = run(compareDownloads).map((line) => line.split(' ')[1]);
  assert.deepEqual(downloads, ['starters/python.tar.gz']);
});
