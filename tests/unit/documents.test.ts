import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import GithubSlugger from 'github-slugger';
import { projectFiles, projectRoot } from '../support/project-copy.ts';

/** Matches paths of this repository in inline code, which may have wildcards. */
const PATH = /`((?:src|tests|openapi|public|\.ci|\.github)\/[\w./*-]*)`/g;

/** The page that readers of CONTRIBUTING create. */
const EXAMPLE = 'src/content/docs/account-information/secret-rotation.mdx';

/** What readers of the repository read, apart from the pages of the site. */
const documents = projectFiles().filter((file) =>
  /^(?:README|CONTRIBUTING|ASSUMPTIONS|docs\/[\w-]+)\.md$/.test(file),
);

for (const document of documents) {
  const text = readFileSync(join(projectRoot, document), 'utf8');

  test(`Every path in ${document} exists`, () => {
    const paths = [...text.matchAll(PATH)].map(([, path = '']) => path).filter((path) => path !== EXAMPLE);
    assert.ok(paths.length > 0);
    const missing = paths.filter((path) =>
      path.includes('*')
        ? globSync(path, { cwd: projectRoot }).length === 0
        : !existsSync(join(projectRoot, path)),
    );
    assert.deepEqual(missing, []);
  });

  test(`Every link in ${document} leads to a file and a heading`, () => {
    const broken = linksIn(text).filter(([file, fragment]) => {
      const path = file === '' ? join(projectRoot, document) : join(projectRoot, dirname(document), file);
      return !existsSync(path) || (fragment && !headingsIn(readFileSync(path, 'utf8')).includes(fragment));
    });
    assert.deepEqual(broken, []);
  });
}

test('All documents of the repository are checked', () => {
  assert.ok(documents.length >= 7);
  assert.ok(documents.includes('README.md'));
});

/** The relative links of a document, each as its file and its fragment. Code blocks have none. */
function linksIn(markdown: string): [file: string, fragment: string][] {
  const targets = markdown
    .replaceAll(/^ *```[^]*?^ *```/gm, '')
    .matchAll(/\]\((?!https?:|\/)([^)#\s]*)#?([^)\s]*)\)/g);
  return [...targets].map(([, file = '', fragment = '']) => [file, fragment]);
}

function headingsIn(markdown: string): string[] {
  const slugger = new GithubSlugger();
  return [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => slugger.slug(heading));
}
