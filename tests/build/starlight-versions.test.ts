import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { after, afterEach, before, describe, test } from 'node:test';
import { checkedVersions } from '../../src/build/starlight-rewrites.ts';
import { ProjectCopy } from '../support/project-copy.ts';

const STARLIGHT = 'node_modules/@astrojs/starlight';

let copy: ProjectCopy;
let undo: () => void;
before(() => {
  copy = new ProjectCopy();
});
afterEach(() => undo());
after(() => copy.remove());

/** Edits a file of a package. The file is a hard link to the project's, so it's removed before it's written. */
function editPackage(file: string, from: string, to: string) {
  const path = copy.path(file);
  const text = readFileSync(path, 'utf8');
  assert.ok(text.includes(from), `${file} does not contain ${from}`);
  const write = (content: string) => {
    rmSync(path);
    writeFileSync(path, content);
  };
  write(text.replaceAll(from, to));
  undo = () => write(text);
}

/** Builds the copy, and expects it to stop before it has read or written anything of the site. */
function buildThatStops(): string {
  const { status, output } = copy.build();
  assert.equal(status, 1, output);
  assert.doesNotMatch(output, /Syncing|\[content\]|\[vite\]|\[build\]/);
  assert.ok(!existsSync(copy.path('dist')), 'the build wrote a site');
  assert.ok(!existsSync(copy.path('.astro')), 'the build compiled contracts or read content');
  return output;
}

describe('A build fails immediately and explains the fix', () => {
  test('if a rewrite no longer matches a file of Starlight', () => {
    editPackage(`${STARLIGHT}/dist/components/Page.astro`, "'data-theme': 'dark'", "'data-theme': 'auto'");
    const output = buildThatStops();
    assert.match(output, /Page\.astro does not contain \/'data-theme': 'dark'\/g \(pages are light/);
    assert.match(output, /Fix: run `npm ci`[^]*src\/integrations\/starlight-rewrites\.ts/);
  });

  test('if another version of Starlight is installed', () => {
    const version = checkedVersions['@astrojs/starlight'];
    editPackage(`${STARLIGHT}/package.json`, `"version": "${version}"`, '"version": "0.41.0"');
    const output = buildThatStops();
    assert.ok(
      output.includes(`@astrojs/starlight is 0.41.0; the rewrites were checked against ${version}.`),
      output,
    );
    assert.match(output, /Fix: run `npm ci`/);
  });
});
