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
  readonly #links = new Map<string, Link>();
  readonly #sidebars = new Map<string, Promise<Link[]>>();

  /** @param prefix - The path that the site is served below, without a slash at its end. */
  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  /** @param sidebar - The drawn sidebar of the page, which stands in `html` no more. */
  async read(file: string, html: string, sidebar: string): Promise<BuiltPage> {
    const known = this.#sidebars.get(sidebar) ?? this.#read('', sidebar).then(({ links }) => links);
    this.#sidebars.set(sidebar, known);
    const [page, sidebarLinks] = await Promise.all([this.#read(file, html), known]);
    return { ...page, sidebarLinks };
  }

  /** Ends the thread. */
  async close(): Promise<void> {
    await this.#thread.destroy();
  }

  async #read(file: string, html: string): Promise<BuiltPage> {
    const task: PageToRead = { file, prefix: this.#prefix, html };
    const page = (await this.#thread.run(task)) as BuiltPage;
    return { ...page, links: page.links.map((link) => this.#known(link)) };
  }

  #known(link: Link): Link {
    const key = `${link.from} ${link.target}`;
    const known = this.#links.get(key) ?? link;
    this.#links.set(key, known);
    return known;
  }
}
