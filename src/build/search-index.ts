import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { close, createIndex } from 'pagefind';
import { chosenTabKey, languageTabs } from '../config/tabs.ts';

/** The parts of pages that results should not show: the same request in every language, and the heads of tables. */
const EXCLUDED = [`tab-group[data-storage-key="${chosenTabKey(languageTabs)}"]`, 'thead'];

/** Interfaces that Pagefind adds to each index. Ours is bundled with the site. */
const UNUSED = /^pagefind-(ui|modular-ui|component-ui|highlight)\./;

/**
 * Makes the search index from the finished pages. Pagefind's attributes, `data-pagefind-body`, `-ignore` and `-meta`,
 * specify what can be found in a page.
 *
 * We don't use Starlight's `pagefind` option because it can't exclude parts of pages, and because it lets Pagefind
 * write the files: Pagefind's process may end before they are complete.
 */
export function searchIndex(): AstroIntegration {
  return {
    name: 'search-index',
    hooks: {
      'astro:build:done': async ({ dir, logger }) => {
        const folder = fileURLToPath(dir);
        const files = (await indexPages(folder)).filter(({ path }) => !UNUSED.test(path));
        for (const { path, content } of files) {
          const file = join(folder, 'pagefind', path);
          await mkdir(dirname(file), { recursive: true });
          await writeFile(file, content);
        }
        const pages = files.filter(({ path }) => path.startsWith('fragment/'));
        logger.info(`The search covers ${pages.length} pages.`);
      },
    },
  };
}

/** Indexes every page below a folder, and returns the files of the index. */
async function indexPages(folder: string) {
  try {
    const { index } = checked(await createIndex({ excludeSelectors: EXCLUDED }));
    if (!index) throw new Error('Pagefind started without an index.');
    checked(await index.addDirectory({ path: folder }));
    return checked(await index.getFiles()).files;
  } finally {
    await close();
  }
}

/** @throws Error with Pagefind's messages if it reports errors. */
function checked<Response extends { errors: string[] }>(response: Response): Response {
  if (response.errors.length > 0)
    throw new Error(`Pagefind could not make the search index:\n${response.errors.join('\n')}`);
  return response;
}
