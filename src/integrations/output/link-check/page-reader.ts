import Tinypool from 'tinypool';
import type { PageToRead } from './read-in-thread.ts';
import type { BuiltPage, Link } from './read-site.ts';

/**
 * Reads pages in a thread, beside whoever writes them: parsing them is a third of the work of finishing a large
 * site. Links that recur become one object, and the links of a sidebar one list, since most of the links of such
 * a site stand in the sidebars of all its pages.
 */
export class PageReader {
  readonly #prefix: string;
  readonly #thread = new Tinypool({
    filename: new URL('./read-in-thread.ts', import.meta.url).href,
    minThreads: 1,
    maxThreads: 1,
    // Whoever writes pages does not pause to hand over the next one.
    concurrentTasksPerWorker: Number.MAX_SAFE_INTEGER,
  });
  readonly #pages: Promise<BuiltPage>[] = [];
  readonly #links = new Map<string, Link>();
  readonly #sidebars = new Map<string, Promise<Link[]>>();

  /** @param prefix - The path that the site is served below, without a slash at its end. */
  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  /**
   * Hands a page to the thread; {@link pages} has what comes of it.
   *
   * @param sidebar - The drawn sidebar of the page, which stands in `html` no more.
   */
  read(file: string, html: string, sidebar: string): void {
    const page = this.#readWithSidebar(file, html, sidebar);
    // A failure is told by pages(), which comes after the last page was handed over.
    page.catch(() => undefined);
    this.#pages.push(page);
  }

  /**
   * All pages that were handed over, in their order.
   *
   * @throws Error that names the first page that cannot be read.
   */
  pages(): Promise<BuiltPage[]> {
    return Promise.all(this.#pages);
  }

  /** Ends the thread. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#thread.destroy();
  }

  async #readWithSidebar(file: string, html: string, sidebar: string): Promise<BuiltPage> {
    const known = this.#sidebars.get(sidebar) ?? this.#read(file, sidebar).then(({ links }) => links);
    this.#sidebars.set(sidebar, known);
    const [page, sidebarLinks] = await Promise.all([this.#read(file, html), known]);
    return { ...page, sidebarLinks };
  }

  async #read(file: string, html: string): Promise<BuiltPage> {
    const task: PageToRead = { file, prefix: this.#prefix, html };
    try {
      const page = (await this.#thread.run(task)) as BuiltPage;
      return { ...page, links: page.links.map((link) => this.#known(link)) };
    } catch (cause) {
      throw new Error(`The links of ${file} cannot be read.`, { cause });
    }
  }

  #known(link: Link): Link {
    const key = `${link.from} ${link.target}`;
    const known = this.#links.get(key) ?? link;
    this.#links.set(key, known);
    return known;
  }
}
