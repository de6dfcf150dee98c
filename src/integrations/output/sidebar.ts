import { markCurrent, type CurrentPlace } from '../../navigation/mark-current.ts';

/** Stands for the sidebar: which one, and where in it the page is. One page of each section brings the tree. */
const MARK = /<portal-sidebar data-section="([^"]*)" data-place="([^"]*)">([^]*?)<\/portal-sidebar>/;

const EMPTY_MARK = '<portal-sidebar></portal-sidebar>';

/** A page in two parts. On a large site the sidebar would be most of every page. */
export interface PageParts {
  /** The page with a mark in place of its sidebar. */
  rest: string;
  /** What the page says of its sidebar; absent on a page that has none. */
  sidebar?: { section: string; place: CurrentPlace | null };
}

/** Gives each page the sidebar of its section, with the page marked in it. */
export class SidebarFinisher {
  /** Drawn sidebars without a current page, by language and section. */
  readonly #trees = new Map<string, string>();
  /** The same as readers get them. */
  readonly #finished = new Map<string, string>();

  /** Takes the sidebar out of a page, and keeps its tree where the page brings it. */
  takeOut(html: string): PageParts {
    const [mark, section, place, tree] = MARK.exec(html) ?? [];
    if (mark === undefined || section === undefined || place === undefined) return { rest: html };
    if (tree) this.#trees.set(section, tree);
    return {
      rest: html.replace(mark, () => EMPTY_MARK),
      sidebar: { section, place: JSON.parse(decodeURIComponent(place)) as CurrentPlace | null },
    };
  }

  /** The tree of a page's sidebar, the same text for all pages of a section; empty where there is none. */
  treeOf({ sidebar }: PageParts): string {
    if (!sidebar) return '';
    const tree = this.#trees.get(sidebar.section);
    if (tree === undefined) throw new Error(`No page brought the sidebar ${sidebar.section}.`);
    return tree;
  }

  /**
   * The whole page, with its place marked in the sidebar.
   *
   * @param finish - What is done to a page: to its rest, and to each sidebar once.
   */
  putBack(parts: PageParts, finish: (html: string) => string): string {
    const tree = this.treeOf(parts);
    const finished = this.#finished.get(tree) ?? finish(tree);
    this.#finished.set(tree, finished);
    const place = parts.sidebar?.place;
    return finish(parts.rest).replace(EMPTY_MARK, () => (place ? markCurrent(finished, place) : finished));
  }
}
