import { sections, type SectionId } from '../config/sections.ts';
import type { SidebarItem } from '../config/sidebars.ts';
import { nearest } from '../shared/nearest.ts';
import { WriterError } from '../shared/writer-error.ts';

/** What the navigation needs to know of a page. */
export interface Page {
  /** Path below the docs folder, without ending; the home page is `index`. */
  slug: string;
  title: string;
  /** Label in sidebars and breadcrumbs; the title when the page has none of its own. */
  label: string;
  section: SectionId;
  /** Source file, for messages to writers. */
  file: string;
}

/** What the navigation needs to know of an API: its pages that no writer wrote. */
export interface ApiPages {
  name: string;
  title: string;
  deprecated: boolean;
  /** Slug of the static overview. */
  slug: string;
  /** Slug of the interactive reference. */
  interactive: string;
  operations: readonly { slug: string; label: string; method: string; deprecated: boolean }[];
}

export interface NavigationLink {
  type: 'link';
  /** Short name, for sidebars and breadcrumbs, where the groups above say the rest. */
  label: string;
  /** Full name, for previous and next; the label where there is none. */
  title?: string;
  href: string;
  /** HTTP method, for operations. */
  method?: string;
  deprecated?: boolean;
}

export interface NavigationGroup {
  type: 'group';
  label: string;
  deprecated?: boolean;
  /** Closed until the reader opens it or stands in it. */
  collapsed: boolean;
  entries: NavigationEntry[];
}

export type NavigationEntry = NavigationLink | NavigationGroup;

/** A place in a sidebar: the section, the groups above the page, and its neighbours. */
export interface Place {
  section: SectionId;
  /** Labels of the groups from the outermost in. */
  groups: string[];
  link: NavigationLink;
  previous?: NavigationLink;
  next?: NavigationLink;
}

export interface Navigation {
  trees: Record<SectionId, NavigationEntry[]>;
  /** Places by address, such as `/webhooks/events/`. */
  places: Map<string, Place>;
}

/** A fault in pages or configuration, with the cure. */
interface Fault {
  message: string;
  /** What the writer can do about it. */
  fix: string;
}

/** Everything that is wrong with the navigation, each fault with its cure. */
export class NavigationError extends WriterError {
  constructor(faults: readonly Fault[]) {
    super(faults.map(({ message, fix }) => `${message}\n  Fix: ${fix}`).join('\n'));
    this.name = 'NavigationError';
  }
}

const SIDEBARS_FILE = 'src/config/sidebars.ts';

/** The address of a slug, with leading and trailing slash. */
export function addressOf(slug: string): string {
  return slug === 'index' || slug === '' ? '/' : `/${slug}/`;
}

/**
 * An address in the reader's language. Pages of the static reference exist once, for all languages.
 *
 * @param prefix - Path of the language, such as `/nl`; empty for the one at the root.
 */
export function inLanguage(address: string, prefix: string): string {
  return /^\/api\/./.test(address) ? address : prefix + address;
}

/**
 * Builds every section's sidebar and finds each page's place in it.
 *
 * @throws NavigationError with all that is wrong: a sidebar names a page or an API that does not exist, a page
 *   stands in no sidebar, in two, or in another section's, or two pages share a title.
 */
export function buildNavigation(
  sidebars: Record<SectionId, readonly SidebarItem[]>,
  pages: readonly Page[],
  apis: readonly ApiPages[],
): Navigation {
  const faults: Fault[] = [];
  const fault = (message: string, fix: string): void => void faults.push({ message, fix });
  checkTitles(pages, fault);
  const pagesBySlug = new Map(pages.map((page) => [page.slug, page]));
  const apisByName = new Map(apis.map((api) => [api.name, api]));
  const places = new Map<string, Place>();
  /** What misspelt entries stand for: once they are mended, these pages stand in a sidebar. */
  const meant = new Set<string>();

  const trees = Object.fromEntries(
    sections.map(({ id }) => {
      const entries = sidebars[id].flatMap((item) => toEntry(item, id) ?? []);
      placeLinks(entries, id, places, fault);
      return [id, entries];
    }),
  ) as Navigation['trees'];

  for (const page of pages) {
    if (!places.has(addressOf(page.slug)) && !meant.has(page.slug)) {
      fault(
        `${page.file}: the page "${page.slug}" stands in no sidebar.`,
        `add '${page.slug}' to the section "${page.section}" in ${SIDEBARS_FILE}.`,
      );
    }
  }
  if (faults.length > 0) throw new NavigationError(faults);
  return { trees, places };

  function toEntry(item: SidebarItem, section: SectionId): NavigationEntry | undefined {
    if (typeof item === 'string') return pageLink(item, section);
    if ('api' in item) return apiGroup(item.api);
    return {
      type: 'group',
      label: item.label,
      collapsed: false,
      entries: item.items.flatMap((child) => toEntry(child, section) ?? []),
    };
  }

  function pageLink(slug: string, section: SectionId): NavigationLink | undefined {
    const page = pagesBySlug.get(slug);
    if (!page) {
      const suggestion = nearest(slug, pagesBySlug.keys());
      if (suggestion) meant.add(suggestion);
      fault(
        `${SIDEBARS_FILE}: the sidebar "${section}" names the page '${slug}', which does not exist.`,
        suggestion
          ? `did you mean '${suggestion}'? Otherwise create src/content/docs/${slug}.md.`
          : `create src/content/docs/${slug}.md or remove the entry.`,
      );
      return undefined;
    }
    if (page.section !== section) {
      fault(
        `${page.file}: front matter says section "${page.section}", the page stands in the sidebar "${section}".`,
        `set "section: ${section}" in the page, or move '${slug}' in ${SIDEBARS_FILE}.`,
      );
    }
    return { type: 'link', label: page.label, title: page.title, href: addressOf(slug) };
  }

  function apiGroup(name: string): NavigationGroup | undefined {
    const api = apisByName.get(name);
    if (!api) {
      const suggestion = nearest(name, apisByName.keys()) ?? 'users';
      meant.add(apisByName.get(suggestion)?.interactive ?? '');
      fault(
        `${SIDEBARS_FILE}: there is no contract for the API '${name}'.`,
        `did you mean '${suggestion}'? Contracts stand in openapi/.`,
      );
      return undefined;
    }
    const interactive = pageLink(api.interactive, 'api');
    return {
      type: 'group',
      label: api.title,
      deprecated: api.deprecated,
      collapsed: true,
      entries: [
        { type: 'link', label: 'Overview', title: api.title, href: addressOf(api.slug) },
        ...(interactive ? [interactive] : []),
        ...api.operations.map(({ slug, ...operation }) => ({
          type: 'link' as const,
          href: addressOf(slug),
          ...operation,
        })),
      ],
    };
  }
}

function placeLinks(
  entries: NavigationEntry[],
  section: SectionId,
  places: Map<string, Place>,
  fault: (message: string, fix: string) => void,
) {
  const found: Place[] = [];
  (function walk(children: NavigationEntry[], groups: string[]) {
    for (const entry of children) {
      if (entry.type === 'group') walk(entry.entries, [...groups, entry.label]);
      else found.push({ section, groups, link: entry });
    }
  })(entries, []);

  found.forEach((place, index) => {
    const earlier = places.get(place.link.href);
    if (earlier) {
      fault(
        `${SIDEBARS_FILE}: ${place.link.href} stands twice, in "${earlier.section}" and in "${section}".`,
        'keep one of the two entries.',
      );
    }
    const previous = found[index - 1]?.link;
    const next = found[index + 1]?.link;
    places.set(place.link.href, { ...place, ...(previous && { previous }), ...(next && { next }) });
  });
}

function checkTitles(pages: readonly Page[], fault: (message: string, fix: string) => void) {
  const byTitle = new Map<string, Page>();
  for (const page of pages) {
    const other = byTitle.get(page.title.toLowerCase());
    if (other) {
      fault(
        `${page.file}: the title "${page.title}" is already the title of ${other.file}.`,
        'give each page a title of its own; "sidebar.label" may stay short.',
      );
    }
    byTitle.set(page.title.toLowerCase(), page);
  }
}
