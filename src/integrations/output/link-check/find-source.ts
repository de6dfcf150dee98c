import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const PAGES = 'src/content/docs';
/** Where links stand that are on more than one page. */
const SHARED = [
  'src/{config,content/partials,components,navigation,pages}/**/*.{ts,astro,md,mdx}',
  'src/content/**/*.yaml',
];

/** Finds where the links of built pages were written, for messages. */
export class SourceFinder {
  readonly #root: string;
  readonly #lines = new Map<string, readonly string[]>();
  /** What was found in shared files, by link: a dead one of the frame is on every page. */
  readonly #found = new Map<string, string | undefined>();

  /** @param root - The project's folder. */
  constructor(root: string) {
    this.#root = root;
  }

  /**
   * The file and the line that a link was written on: the page's own file before those that pages share.
   *
   * @param page - The built file, such as `webhooks/index.html`.
   * @param target - The link as the page has it, without the path that the site is served below.
   * @returns Such as `src/config/sections.ts:12`; `undefined` where code made the link up, or it is empty.
   */
  find(page: string, target: string): string | undefined {
    if (target === '') return undefined;
    const written = new RegExp(`(?<![\\w/.#-])${RegExp.escape(target)}(?![\\w/#-])`);
    const slug = page.replace(/(?:\/?index)?\.html$/, '');
    const own = [slug, join(slug, 'index')]
      .flatMap((path) => [`${PAGES}/${path}.md`, `${PAGES}/${path}.mdx`])
      .filter((file) => existsSync(join(this.#root, file)));
    const here = this.#firstLine(own, written);
    if (here) return here;
    if (!this.#found.has(target)) {
      this.#found.set(target, this.#firstLine(globSync(SHARED, { cwd: this.#root }).sort(), written));
    }
    return this.#found.get(target);
  }

  #firstLine(files: readonly string[], written: RegExp): string | undefined {
    for (const file of files) {
      const lines = this.#lines.get(file) ?? readFileSync(join(this.#root, file), 'utf8').split('\n');
      this.#lines.set(file, lines);
      const index = lines.findIndex((line) => written.test(line));
      if (index !== -1) return `${file.replaceAll('\\', '/')}:${index + 1}`;
    }
    return undefined;
  }
}
