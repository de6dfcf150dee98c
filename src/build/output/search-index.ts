import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { close, createIndex } from 'pagefind';
import type { factWeights } from '../../config/search.ts';
import { sectionAt } from '../../config/sidebars.ts';
import { languageTabs } from '../../config/tabs.ts';
import type { Terms } from '../../client/search/terms.ts';
import type { BuiltPage } from './read-page.ts';

/** The parts of pages that results should not show: code, the same request in every language, and labels. */
const EXCLUDED = [
  'pre',
  'figcaption',
  '.method',
  '.assumed',
  '.field .type',
  '.field .required',
  '.field .limits',
  '.fields summary',
  '.facts',
  `starlight-tabs[data-sync-key="${languageTabs}"]`,
  '[role=radiogroup]',
  'noscript',
  'thead',
];

/** Interfaces that Pagefind adds to each index. Ours is bundled with the site. */
const UNUSED = /^pagefind-(ui|modular-ui|component-ui|highlight)\./;

/** How many pages may wait for Pagefind, which is slower than we are, so that memory holds. */
const WAITING = 2000;

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
  async add({ file, language, main, searchFacts, facts }: BuiltPage): Promise<void> {
    if (!main.includes('data-pagefind-body')) return;
    const { index } = await this.#index;
    const section = fact('section', sectionAt(`/${file}`).label);
    const head = searchFacts + section + fact('description', facts.description);
    const content = `<html lang="${language}"><head>${head}</head><body>${main}</body></html>`;
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
   * Writes the index below a built folder, when all pages have been added. Beside it are the names of the contracts, and
   * the IDs of results by section, because Pagefind writes its own filters in a random order.
   *
   * @returns The number of pages that the search covers.
   * @throws Error with Pagefind's messages if it reports errors.
   */
  async write(folder: string, names: Terms): Promise<number> {
    const { index } = await this.#index;
    checked({ errors: [...this.#errors, ...(await Promise.all(this.#waiting)).flat()] });
    const { files } = checked(await index!.getFiles());
    const used = files.filter(({ path }) => !UNUSED.test(path));
    const fragments = used.filter(({ path }) => path.startsWith('fragment/'));
    const own = [
      { path: 'terms.json', content: JSON.stringify(names) },
      { path: 'sections.json', content: JSON.stringify(bySection(fragments)) },
    ];
    for (const { path, content } of [...used, ...own]) {
      const file = join(folder, 'pagefind', path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, content);
    }
    return fragments.length;
  }

  /** Ends Pagefind's process. */
  async close(): Promise<void> {
    await close();
  }
}

/** The IDs of results by the label of their section. A fragment is a signature and the JSON of a page, compressed. */
function bySection(fragments: readonly { path: string; content: Uint8Array }[]): Record<string, string[]> {
  const ids: Record<string, string[]> = {};
  for (const { path, content } of fragments) {
    const text = gunzipSync(content).toString();
    const { url } = JSON.parse(text.slice(text.indexOf('{'))) as { url: string };
    (ids[sectionAt(url).label] ??= []).push(basename(path, '.pf_fragment'));
  }
  return ids;
}

/** The element that gives Pagefind a fact about a page besides its text. */
function fact(name: keyof typeof factWeights, content: string): string {
  const value = content.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  return `<meta data-pagefind-meta="${name}[content]" content="${value}">`;
}

/** @throws Error with Pagefind's messages if it reports errors. */
function checked<Response extends { errors: string[] }>(response: Response): Response {
  if (response.errors.length > 0)
    throw new Error(`Pagefind could not make the search index:\n${response.errors.join('\n')}`);
  return response;
}
