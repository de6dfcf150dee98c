import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hashOf } from '../../build/content-hash.ts';
import type { BuildFacts } from '../worker/build.ts';

/** The page that readers see when another page fails to load. Hosts may send it with a status of 500 or more. */
const FAILURE_PAGE = '500.html';

/** Stylesheets and scripts in a page, and static imports in a module. Islands are left out: the page works without. */
const LINKED = /<(?:link|script)[^>]+(?:href|src)="[^"]*?(_astro\/[^"]+\.(?:css|js))"/g;
const IMPORTED = /\b(?:from|import)\s*["']\.\/([^"']+\.js)["']/g;

/**
 * Finds what the page for failed loads needs.
 *
 * @param folder - The built site.
 * @param base - The base path, with a slash at each end.
 */
export async function readShell(folder: string, base: string): Promise<Omit<BuildFacts, 'base'>> {
  const read = (path: string) => readFile(join(folder, path), 'utf8');
  const page = await read(FAILURE_PAGE);
  const contents = [page];
  const files = new Set(['favicon.svg', ...[...page.matchAll(LINKED)].map(([, path]) => path!)]);
  // This loop also visits what it adds.
  for (const path of files) {
    const content = await read(path);
    contents.push(content);
    if (path.endsWith('.js')) for (const [, name] of content.matchAll(IMPORTED)) files.add(`_astro/${name}`);
  }
  return {
    revision: hashOf(contents.join('\n')),
    shell: [base + FAILURE_PAGE, ...[...files].map((path) => base + path)],
  };
}
