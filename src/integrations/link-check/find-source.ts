import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const PAGES = 'src/content/docs';
/** Where links stand that are on more than one page. */
const ELSEWHERE = 'src/{config,content/partials,components,navigation,pages}/**/*.{ts,astro,md,mdx}';
const LISTS = 'src/content/**/*.yaml';

/** Finds where the links of built pages were written, for messages. */
export class SourceFinder {
  readonly #root: string;
  readonly #texts = new Map<string, string[]>();

  /** @param root - The project's folder. */
  constructor(root: string) {
    this.#root = root;
  }

  /**
   * The file and the line that a link was written on: the page's own file before those that pages share.
   *
   * @param page - The built file, such as `webhooks/index.html`.
   * @param target - The link as the page has it, without the path that the site is served below.
   * @returns Such as `src/config/sections.ts:12`; `undefined` where code made the link up.
   */
  find(page: string, target: string): string | undefined {
    const slug = page.replace(/(?:\/?index)?\.html$/, '');
    const own = `${PAGES}/{${slug}.{md,mdx},${slug === '' ? '' : `${slug}/`}index.{md,mdx}}`;
    const written = new RegExp(`(?<![\\w/.#-])${RegExp.escape(target)}(?![\\w/#-])`);
    for (const pattern of [own, ELSEWHERE, LISTS]) {
      for (const file of globSync(pattern, { cwd: this.#root }).sort()) {
        const line = this.#linesOf(file).findIndex((text) => written.test(text));
        if (line !== -1) return `${file.replaceAll('\\', '/')}:${line + 1}`;
      }
    }
    return undefined;
  }

  #linesOf(file: string): string[] {
    const known = this.#texts.get(file) ?? readFileSync(join(this.#root, file), 'utf8').split('\n');
    this.#texts.set(file, known);
    return known;
  }
}
