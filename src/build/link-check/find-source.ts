import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { readText } from '../../shared/text-file.ts';

const PAGES = 'src/content/docs';
/** Where the links that several pages share are written. */
const SHARED = [
  'src/{config,content/partials,components,navigation,pages}/**/*.{ts,astro,md,mdx}',
  'src/content/**/*.yaml',
];

/**
 * Finds where links of built pages are written: in the page's own file, or else in a file that pages share.
 *
 * @param root - The project's folder.
 * @returns A function of the built file, such as `webhooks/index.html`, and of the link without the base path. It
 * returns file and line, such as `src/config/sections.ts:12`, or `undefined` for links that code puts together.
 */
export function sourceFinder(root: string): (builtFile: string, target: string) => string | undefined {
  const shared = globSync(SHARED, { cwd: root }).sort();
  /** A broken link of the header is on every page. */
  const found = new Map<string, string | undefined>();
  return (builtFile, target) => {
    if (target === '') return undefined;
    const slug = builtFile.replace(/(?:\/?index)?\.html$/, '');
    const own = ['.md', '.mdx', '/index.md', '/index.mdx'].map((end) => join(PAGES, slug + end));
    const here = firstLine(
      own.filter((file) => existsSync(join(root, file))),
      target,
    );
    if (here) return here;
    if (!found.has(target)) found.set(target, firstLine(shared, target));
    return found.get(target);
  };

  function firstLine(files: readonly string[], target: string): string | undefined {
    const written = new RegExp(`(?<![\\w/.#-])${RegExp.escape(target)}(?![\\w/#-])`);
    for (const file of files) {
      const lines = readText(join(root, file)).split('\n');
      const index = lines.findIndex((line) => written.test(line));
      if (index !== -1) return `${file.replaceAll('\\', '/')}:${index + 1}`;
    }
    return undefined;
  }
}
