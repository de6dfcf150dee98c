import { createRequire } from 'node:module';
import { join } from 'node:path';
import manifest from '../tools/package.json' with { type: 'json' };
import { projectRoot } from './project-copy.ts';

/** The folder for `npm run test:all` and `npm run bench`. `npm run tools` installs its packages. */
export const toolsFolder = join(projectRoot, 'tests/tools');

/** The path of a command from these packages, such as `newman`. */
export const tool = (name: string) => join(toolsFolder, 'node_modules/.bin', name);

/** Imports one of these packages. It has no types, because only the nightly run installs it. */
export const fromTools = createRequire(join(toolsFolder, 'package.json'));

/** These packages' versions, by name. */
export const toolVersions: Readonly<Record<string, string>> = manifest.dependencies;
