import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { projectRoot } from '../support/project-copy.ts';

/** Matches paths of this repository in inline code, which may have wildcards. */
const PATH = /`((?:src|tests|openapi|public|\.ci|\.github)\/[\w./*-]*)`/g;

/** The page that readers of CONTRIBUTING create. */
const EXAMPLE = 'src/content/docs/account-information/secret-rotation.mdx';

for (const document of ['README.md', 'CONTRIBUTING.md', 'ASSUMPTIONS.md']) {
  test(`Every path in ${document} exists`, () => {
    const text = readFileSync(join(projectRoot, document), 'utf8');
    const paths = [...text.matchAll(PATH)].map(([, path = '']) => path).filter((path) => path !== EXAMPLE);
    assert.ok(paths.length > 0);
    const missing = paths.filter((path) =>
      path.includes('*')
        ? globSync(path, { cwd: projectRoot }).length === 0
        : !existsSync(join(projectRoot, path)),
    );
    assert.deepEqual(missing, []);
  });
}
