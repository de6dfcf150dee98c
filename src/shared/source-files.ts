import { spawnSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { join, sep } from 'node:path';

/**
 * A glob for source file names, without the extension. It ignores files that systems and editors create:
 * `.DS_Store`, `.page.mdx.swp`, `page.mdx~`, `#page.mdx#`, `page.orig.mdx`, and `page copy.mdx`.
 */
const SOURCE_NAME = '+([a-zA-Z0-9_-])';

/** The file extensions in `public/` and `starters/`, which `trackedFiles` lists without git. */
const PUBLISHED = `{${SOURCE_NAME}.{avif,cs,csproj,gif,ico,java,jpeg,jpg,js,md,mjs,php,png,py,sql,svg,webp},package.json,.gitignore,.nojekyll}`;

/** The sorted names of a folder's source files with an extension, such as `yaml` or `{md,mdx}`. */
export function sourceFiles(folder: string, extension: string): string[] {
  return globSync(`${SOURCE_NAME}.${extension}`, { cwd: folder }).sort();
}

/**
 * The sorted paths of the files below a folder that git tracks. Only these are published, so a stray `.env` isn't.
 * Without git, such as in an unpacked archive, it's all files with a plain name and a known extension.
 */
export function trackedFiles(folder: string): string[] {
  const { status, stdout } = spawnSync('git', ['ls-files', '-z'], { cwd: folder, encoding: 'utf8' });
  const tracked = status === 0 ? stdout.split('\0').filter((file) => file !== '') : [];
  const files = tracked.filter((file) => existsSync(join(folder, file)));
  if (files.length > 0) return files.sort();
  return globSync(`**/${PUBLISHED}`, { cwd: folder, exclude: ['**/node_modules'] })
    .map((file) => file.split(sep).join('/'))
    .sort();
}
