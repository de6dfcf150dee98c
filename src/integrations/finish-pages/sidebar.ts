/** The tree of a sidebar: the same on all pages of its section, but for what marks the current page. */
const SIDEBAR = /<sl-sidebar-state-persist [^]*?<\/sl-sidebar-state-persist>/;

/** Stands where the sidebar was. */
const PLACE = '<sl-sidebar-state-persist></sl-sidebar-state-persist>';

/** A page in two parts. On a large site the sidebar is most of every page. */
export interface PageParts {
  /** The page with a mark in place of its sidebar. */
  rest: string;
  /** The sidebar; empty on a page that has none. */
  sidebar: string;
}

export function takeOutSidebar(html: string): PageParts {
  const sidebar = SIDEBAR.exec(html)?.[0] ?? '';
  return { rest: sidebar === '' ? html : html.replace(sidebar, () => PLACE), sidebar };
}

export function putBackSidebar({ rest, sidebar }: PageParts): string {
  return rest.replace(PLACE, () => sidebar);
}

/** A sidebar without its marks of the current page, so that those of a section are equal. */
export function unmarked(sidebar: string): string {
  return sidebar.replaceAll(' aria-current="page"', '').replaceAll(/(data-group="[^"]*") open\b/g, '$1');
}
