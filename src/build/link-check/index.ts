import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { filesBelow } from '../../shared/files-below.ts';
import { checkSite, type BuiltSite, type LinkError } from './check-site.ts';
import { sourceFinder } from './find-source.ts';
import { readPage } from './read-page.ts';

/** Starlight writes it after the link check. */
const SITEMAP = 'sitemap-index.xml';

/** Where the built site is, and where it will be served. */
export interface LinkCheckOptions extends Pick<BuiltSite, 'base' | 'origin'> {
  /** The built folder. */
  folder: string;
  /** The project's folder, to find where broken links are written. */
  root: string;
}

/**
 * Checks every link of a built site, including those that no writer wrote: header, sidebar, reference, assets,
 * stylesheets.
 *
 * @returns The number of links.
 * @throws Error that lists each broken link with page, reason and source.
 */
export async function checkLinks({ folder, base, origin, root }: LinkCheckOptions): Promise<number> {
  const site = await readSite(folder, base, origin);
  const errors = checkSite(site);
  if (errors.length > 0) throw new Error(describeLinkErrors(errors, base, sourceFinder(root)));
  return site.pages.reduce((sum, { links }) => sum + links.length, 0);
}

/** Reads one file at a time, since a large site has hundreds of megabytes of pages. */
async function readSite(folder: string, base: string, origin: string): Promise<BuiltSite> {
  const files = await filesBelow(folder);
  const pages = [];
  const stylesheets = new Map<string, string>();
  for (const file of files) {
    const read = () => readFile(join(folder, file), 'utf8');
    if (file.endsWith('.html')) pages.push(readPage(file, base, await read()));
    if (file.endsWith('.css')) stylesheets.set(`${base}/${file}`, await read());
  }
  const urls = [...files, SITEMAP].map((file) => `${base}/${file}`);
  return { base, origin, pages, files: new Set(urls), stylesheets };
}

/** The errors as a message for writers. A broken link that many pages share, as in the header, is listed once. */
export function describeLinkErrors(
  errors: readonly LinkError[],
  base: string,
  findSource: ReturnType<typeof sourceFinder>,
): string {
  const same = Map.groupBy(errors, ({ page, target, from, reason }) => {
    const source = findSource(page.file, target.startsWith(`${base}/`) ? target.slice(base.length) : target);
    return `${target} (${from})\n      ${reason}${source ? `\n      Written in ${source}` : ''}`;
  });
  const lines = [...same].map(([text, each]) => {
    const [first, ...more] = new Set(each.map(({ page }) => page.url));
    return `  ${first}${more.length > 0 ? ` and ${more.length} more` : ''}\n    ${text}`;
  });
  return `The built site has ${same.size} broken ${same.size === 1 ? 'link' : 'links'}:\n${lines.join('\n')}`;
}
