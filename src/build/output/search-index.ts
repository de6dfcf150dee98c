import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { close, createIndex } from 'pagefind';
import { chosenTabKey, languageTabs } from '../../config/tabs.ts';
import type { BuiltPage } from './read-page.ts';

/** The parts of pages that results should not show: the same request in every language, and the heads of tables. */
const EXCLUDED = [`tab-group[data-storage-key="${chosenTabKey(languageTabs)}"]`, 'thead'];

/** Interfaces that Pagefind adds to each index. Ours is bundled with the site. */
const UNUSED = /^pagefind-(ui|modular-ui|component-ui|highlight)\./;

/** How many pages may wait for Pagefind, so that not all of them are in memory. */
const WAITING = 200;

/**
 * The search index of a site. Pagefind's attributes, `data-pagefind-body`, `-ignore` and `-meta`, specify what can be
 * found in a page. Pagefind runs in a process of its own.
 *
 * We don't use Starlight's `pagefind` option because it can't exclude parts of pages, reads all pages again, sidebars
 * included, and lets Pagefind write the files: its process may end before they are complete.
 */
export class SearchIndex {
  readonly #index = createIndex({ excludeSelectors: EXCLUDED }).then(checked);
  readonly #waiting: Promise<string[]>[] = [];
  readonly #errors: string[] = [];

  /** Adds a page, if the search includes it. */
  async add({ file, language, main, searchFacts }: BuiltPage): Promise<void> {
    if (!main.includes('data-pagefind-body')) return;
    const { index } = await this.#index;
    const content = `<html lang="${language}"><head>${searchFacts}</head><body>${main}</body></html>`;
    const added = index!.addHTMLFile({ sourcePath: file, content });
    this.#waiting.push(
      added.then(
        ({ errors }) => errors,
        (error: unknown) => [String(error)],
      ),
    );
    if (this.#waiting.length > WAITING) this.#errors.push(...(await this.#waiting.shift()!));
  }

  /**
   * Writes the index below a built folder, when all pages have been added.
   *
   * @returns The number of pages that the search covers.
   * @throws Error with Pagefind's messages if it reports errors.
   */
  async write(folder: string): Promise<number> {
    const { index } = await this.#index;
    checked({ errors: [...this.#errors, ...(await Promise.all(this.#waiting)).flat()] });
    const { files } = checked(await index!.getFiles());
    const used = files.filter(({ path }) => !UNUSED.test(path));
    for (const { path, content } of used) {
      const file = join(folder, 'pagefind', path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, content);
    }
    return used.filter(({ path }) => path.startsWith('fragment/')).length;
  }

  /** Ends Pagefind's process. */
  async close(): Promise<void> {
    await close();
  }
}

/** @throws Error with Pagefind's messages if it reports errors. */
function checked<Response extends { errors: string[] }>(response: Response): Response {
  if (response.errors.length > 0)
    throw new Error(`Pagefind could not make the search index:\n${response.errors.join('\n')}`);
  return response;
}
