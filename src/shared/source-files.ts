import { spawnSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { join, sep } from 'node:path';

/**
 * A glob for source file names, without the extension. It ignores files of systems, editors, and tools: `.DS_Store`,
 * `.page.mdx.swp`, `page.mdx~`, `#page.mdx#`, `page.orig.mdx`, and `page copy.mdx`.
 */
export const SOURCE_NAME = '+([a-zA-Z0-9_-])';

/** The file extensions in `public/` and `starters/`, which `trackedFiles` lists without git. */
const PUBLISHED = `{${SOURCE_NAME}.{avif,cs,csproj,gif,ico,java,jpeg,jpg,js,md,mjs,php,png,py,sql,svg,webmanifest,webp},package.json,.gitignore,.nojekyll}`;

/**
 * Lists a folder's source files with one of the extensions.
 *
 * @param extension - Such as `yaml`, or `{md,mdx}`.
 * @returns The names, sorted.
 */
export function sourceFiles(folder: string, extension: string): string[] {
  return globSync(`${SOURCE_NAME}.${extension}`, { cwd: folder }).sort();
}

/**
 * Lists the files below a folder that git tracks. Only these are published, so a stray `.env` isn't. Without git, such
 * as in an unpacked archive, it lists the files with a plain name and a known extension.
 *
 * @returns Paths below the folder, with forward slashes, sorted.
 */
export function trackedFiles(folder: string): string[] {
  const tracked = gitFiles(folder).filter((file) => existsSync(join(folder, file)));
  if (tracked.length > 0) return tracked;
  return globSync(`**/${PUBLISHED}`, { cwd: folder, exclude: ['**/node_modules'] })
    .map((file) => file.split(sep).join('/'))
    .sort();
}

/** The sorted output of `git ls-files` in a folder; empty without git or outside a repository. */
function gitFiles(folder: string): string[] {
  const { status, stdout } = spawnSync('git', ['ls-files', '-z'], { cwd: folder, encoding: 'utf8' });
  if (status !== 0) return [];
  return stdout
    .split('\0')
    .filter((file) => file !== '')
    .sort();
}
