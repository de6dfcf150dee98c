import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../support/project-copy.ts';

/** The installed version of an npm package: the project's, or with `nightly`, that of `tests/tools`. */
export function packageVersion(name: string, nightly?: 'nightly'): string {
  const folder = nightly ? join(projectRoot, 'tests/tools') : projectRoot;
  const { version } = JSON.parse(
    readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8'),
  ) as { version: string };
  return version;
}
