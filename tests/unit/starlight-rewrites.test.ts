import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, describe, test } from 'node:test';
import { checkedVersions, rewrites, rewriteSources } from '../../src/build/starlight-rewrites.ts';
import { projectRoot } from '../support/project-copy.ts';

const installed = join(projectRoot, 'node_modules');
const rewritten = rewriteSources(installed);
const folders: string[] = [];
after(() => folders.forEach((folder) => rmSync(folder, { recursive: true })));

/** A folder of packages with the files that are rewritten, of which a test may edit one. */
function packagesWith(edit?: { file: string; from: string | RegExp; to: string }): string {
  const folder = mkdtempSync(join(tmpdir(), 'packages-'));
  folders.push(folder);
  const manifests = Object.keys(checkedVersions).map((name) => `${name}/package.json`);
  for (const file of [...rewritten.keys(), ...manifests]) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    copyFileSync(join(installed, file), join(folder, file));
  }
  if (edit) {
    const text = readFileSync(join(folder, edit.file), 'utf8');
    const edited = text.replaceAll(edit.from, edit.to);
    assert.notEqual(edited, text, `${edit.file} does not contain ${String(edit.from)}`);
    writeFileSync(join(folder, edit.file), edited);
  }
  return folder;
}

/** What the check says about a folder of packages. */
function complaintAbout(folder: string): string {
  try {
    rewriteSources(folder);
  } catch (error) {
    return (error as Error).message;
  }
  return '';
}

test('At most seven places of Starlight and starlight-openapi are rewritten, each with its reason', () => {
  assert.ok(rewrites.length <= 7, `${rewrites.length} rewrites`);
  assert.ok(rewrites.every(({ reason }) => reason.length > 20));
});

test('The rewrites fit the installed packages, and a rewritten file no longer holds what was replaced', () => {
  assert.ok(rewritten.size >= 5);
  assert.match(rewritten.get('@astrojs/starlight/dist/style/util.css')!, /@media \(min-width: 997px\)/);
  assert.doesNotMatch(rewritten.get('@astrojs/starlight/dist/style/util.css')!, /50rem/);
});

test('Every component that a page of the reference can show is ours', () => {
  const route = rewritten.get('starlight-openapi/routes/common.astro')!;
  const components = [...route.matchAll(/^import (\w+) from '(.+\.astro)'/gm)].map(([, name, from]) => [
    name,
    from,
  ]);
  assert.deepEqual(components, [
    ['StarlightPage', '@astrojs/starlight/components/StarlightPage.astro'],
    ['Operation', '/src/components/reference/ReferencePage.astro'],
    ['OverviewOperationTag', '/src/components/reference/ReferencePage.astro'],
    ['OverviewSchema', '/src/components/reference/ReferencePage.astro'],
  ]);
});

test('A copy of the rewritten files alone passes the check', () => {
  assert.equal(complaintAbout(packagesWith()), '');
});

describe('Where one file no longer holds what is rewritten, the check names file, rewrite, reason and fix:', () => {
  const single = rewrites.flatMap((rewrite) =>
    rewrite.files.filter((file) => !file.includes('*')).map((file) => ({ ...rewrite, file })),
  );
  for (const { package: name, file, pattern, reason } of single) {
    test(`${file}, ${reason}`, () => {
      const message = complaintAbout(packagesWith({ file: `${name}/${file}`, from: pattern, to: 'planted' }));
      assert.ok(
        message.includes(`node_modules/${name}/${file} does not contain ${String(pattern)}`),
        message,
      );
      assert.ok(message.includes(reason), message);
      assert.match(message, /npm ci[^]*src\/build\/starlight-rewrites\.ts/);
    });
  }
});

describe('Another version than the rewrites were checked against is named with both numbers:', () => {
  for (const [name, version] of Object.entries(checkedVersions)) {
    test(name, () => {
      const from = `"version": "${version}"`;
      const folder = packagesWith({ file: `${name}/package.json`, from, to: '"version": "0.99.0"' });
      const expected = `${name} is 0.99.0; the rewrites were checked against ${version}.`;
      assert.ok(complaintAbout(folder).includes(expected));
    });
  }
});
