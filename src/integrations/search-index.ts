import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import * as pagefind from 'pagefind';

/** Interfaces that Pagefind ships beside the index; ours is bundled with the site. */
const UNUSED = /^pagefind-(ui|modular-ui|component-ui|highlight)\./;

/**
 * Makes the search index. Starlight would do it, but leaves the writing to Pagefind's own process and ends that
 * process with the answer: on a busy machine a file of the index was cut off at 32 kB.
 */
export function searchIndex(): AstroIntegration {
  let indexed: ReturnType<typeof indexPages>;
  return {
    name: 'search-index',
    hooks: {
      // Pagefind is a process of its own, and works while this one finishes the pages.
      'astro:build:generated': ({ dir }) => {
        indexed = indexPages(fileURLToPath(dir));
        indexed.catch(() => undefined);
      },
      'astro:build:done': async ({ dir, logger }) => {
        const { pages, files } = await indexed;
        const folder = fileURLToPath(new URL('pagefind/', dir));
        const wanted = files.filter(({ path }) => !UNUSED.test(path));
        const folders = new Set(wanted.map(({ path }) => dirname(path)));
        for (const each of folders) await mkdir(join(folder, each), { recursive: true });
        await Promise.all(wanted.map(({ path, content }) => writeFile(join(folder, path), content)));
        logger.info(`${pages} pages can be found.`);
      },
    },
  };
}

async function indexPages(folder: string) {
  try {
    const { index } = checked(await pagefind.createIndex());
    if (!index) throw new Error('Pagefind made no index.');
    const { page_count: pages } = checked(await index.addDirectory({ path: folder }));
    const { files } = checked(await index.getFiles());
    return { pages, files };
  } finally {
    await pagefind.close();
  }
}

/** @throws Error with what Pagefind says went wrong. */
function checked<Response extends { errors: string[] }>(response: Response): Response {
  if (response.errors.length > 0) throw new Error(`The search index failed:\n${response.errors.join('\n')}`);
  return response;
}
