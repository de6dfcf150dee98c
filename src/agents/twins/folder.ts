import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join, posix, sep } from 'node:path';
import { archiveOf } from '../../downloads/archive.ts';
import { lastChange } from '../../shared/last-change.ts';

/** Packs all Markdown twins, contracts, and the skill of a built site into one archive, whose links work without the site. */
export async function packDocs(folder: string, site: string, twins: ReadonlyMap<string, string>) {
  const otherFiles = globSync('{skill.md,AGENTS.md,openapi/*.yaml}', { cwd: folder }).map(
    (file) => [file.split(sep).join('/'), readFileSync(join(folder, file), 'utf8')] as const,
  );
  const files = new Map([...twins, ...otherFiles]);
  const linked = new Map(
    [...files].map(([file, text]) => [file, withRelativeLinks(file, text, site, files)]),
  );
  writeFileSync(join(folder, 'docs.tar.gz'), await archiveOf('docs', linked, lastChange('src', 'openapi')));
}

/** Makes a Markdown file's links to other files of the archive relative. All other links keep the site's address. */
function withRelativeLinks(
  file: string,
  text: string,
  site: string,
  files: ReadonlyMap<string, string>,
): string {
  const [start = '', ...parts] = text.split(`](${site}/`);
  const links = parts.map((part) => {
    const [target = ''] = part.split(')', 1);
    const [path = ''] = target.split('#', 1);
    const href = files.has(path) ? posix.relative(posix.dirname(file), target) : `${site}/${target}`;
    return `](${href}${part.slice(target.length)}`;
  });
  return start + links.join('');
}
