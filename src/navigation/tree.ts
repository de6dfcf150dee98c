import { sections, type SectionId } from '../config/sections.ts';
import type { SidebarItem } from '../config/sidebars.ts';
import { nearest } from '../shared/nearest.ts';
import { NavigationError, type Problem } from './navigation-error.ts';

/** What the navigation needs from a page. */
export interface Page {
  /** Path below `src/content/docs`, without the file extension; the home page is `index`. */
  slug: string;
  title: string;
  /** Label in sidebars and breadcrumbs; the title by default. */
  label: string;
  section: SectionId;
  /** Words that readers may search for instead of those of the page; none by default. */
  keywords?: readonly string[];
  /** Source file, for messages to writers. */
  file: string;
}

/** What the navigation needs from an API: its generated pages and its interactive reference. */
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

/** A link in a sidebar. */
export interface NavigationLink {
  type: 'link';
  /** Short name, for sidebars and breadcrumbs. */
  label: string;
  /** Full name, for the previous and next links; `label` by default. */
  title?: string;
  href: string;
  /** HTTP method, for operations only. */
  method?: string;
  deprecated?: boolean;
}

/** A group of entries in a sidebar. */
interface NavigationGroup {
  type: 'group';
  label: string;
  deprecated?: boolean;
  /** Whether the group is closed on pages outside of it. */
  collapsed: boolean;
  entries: NavigationEntry[];
}

/** An entry of a sidebar. */
export type NavigationEntry = NavigationLink | NavigationGroup;

/**
 * The position of a page in its sidebar: its section, the groups that contain it, and its neighbors. Pages in the footer
 * have a section only.
 */
export interface PagePosition {
  section: SectionId;
  /** Labels of the groups that contain the page, outermost first. */
  groups: string[];
  link: NavigationLink;
  previous?: NavigationLink;
  next?: NavigationLink;
}

/** The sidebars of the site. */
export interface Navigation {
  trees: Record<SectionId, NavigationEntry[]>;
  /** The pages that the footer links to. */
  footer: NavigationLink[];
  /** Positions by path, such as `/webhooks/events/`. */
  places: Map<string, PagePosition>;
}

const SIDEBARS_FILE = 'src/config/sidebars.ts';

/** Returns the path of the page with a slug, with a slash at both ends. */
export function pagePath(slug: string): string {
  return slug === 'index' || slug === '' ? '/' : `/${slug}/`;
}

/**
 * Prefixes the path of a page with the reader's language. The static reference isn't translated, so its paths stay.
 *
 * @param prefix - Path of the language, such as `/nl`; empty for the default language.
 */
export function inLanguage(path: string, prefix: string): string {
  return /^\/api\/./.test(path) ? path : prefix + path;
}

/** What the functions below share while they build the navigation. */
interface Context {
  pages: ReadonlyMap<string, Page>;
  apis: ReadonlyMap<string, ApiPages>;
  problems: Problem[];
  /** Slugs that misspelled sidebar entries probably mean. They aren't reported a second time as missing pages. */
  suggested: Set<string>;
}

/**
 * Builds the sidebar of every section and finds each page's position in it.
 *
 * @param footerPages - Slugs of the pages of `main` that are in the footer instead of its sidebar.
 * @throws NavigationError with all errors: a sidebar has an unknown page or API; a page is missing from the sidebars, is
 *   in two of them, or is in the sidebar of another section; or two pages have the same title.
 */
export function buildNavigation(
  sidebars: Record<SectionId, readonly SidebarItem[]>,
  pages: readonly Page[],
  apis: readonly ApiPages[],
  footerPages: readonly string[] = [],
): Navigation {
  const context: Context = {
    pages: new Map(pages.map((page) => [page.slug, page])),
    apis: new Map(apis.map((api) => [api.name, api])),
    problems: checkTitles(pages),
    suggested: new Set(),
  };
  const { problems } = context;
  const places = new Map<string, PagePosition>();
  const trees = Object.fromEntries(
    sections.map(({ id }) => {
      const entries = sidebars[id].flatMap((item) => toEntry(item, id, context) ?? []);
      problems.push(...placeLinks(entries, id, places));
      return [id, entries];
    }),
  ) as Navigation['trees'];
  const footer = footerPages.flatMap((slug) => pageLink(slug, 'main', context) ?? []);
  for (const link of footer) problems.push(...placeLinks([link], 'main', places));
  for (const { slug, file, section } of pages) {
    if (places.has(pagePath(slug)) || context.suggested.has(slug)) continue;
    problems.push({
      message: `${file}: the page "${slug}" is in no sidebar.`,
      fix: `add '${slug}' to the section "${section}" in ${SIDEBARS_FILE}.`,
    });
  }
  if (problems.length > 0) throw new NavigationError(problems);
  return { trees, footer, places };
}

function toEntry(item: SidebarItem, section: SectionId, context: Context): NavigationEntry | undefined {
  if (typeof item === 'string') return pageLink(item, section, context);
  if ('api' in item) return apiGroup(item.api, context);
  return {
    type: 'group',
    label: item.label,
    collapsed: false,
    entries: item.items.flatMap((child) => toEntry(child, section, context) ?? []),
  };
}

function pageLink(slug: string, section: SectionId, context: Context): NavigationLink | undefined {
  const { pages, problems, suggested } = context;
  const page = pages.get(slug);
  if (!page) {
    const suggestion = nearest(slug, pages.keys());
    if (suggestion) suggested.add(suggestion);
    problems.push({
      message: `${SIDEBARS_FILE}: the sidebar "${section}" lists the page '${slug}', which does not exist.`,
      fix: suggestion
        ? `did you mean '${suggestion}'? Otherwise create src/content/docs/${slug}.md.`
        : `create src/content/docs/${slug}.md or remove the entry.`,
    });
    return undefined;
  }
  if (page.section !== section) {
    problems.push({
      message: `${page.file}: the front matter has section "${page.section}", but the page is in the sidebar "${section}".`,
      fix: `set "section: ${section}" in the page, or move '${slug}' in ${SIDEBARS_FILE}.`,
    });
  }
  return { type: 'link', label: page.label, title: page.title, href: pagePath(slug) };
}

function apiGroup(name: string, context: Context): NavigationGroup | undefined {
  const { apis, problems, suggested } = context;
  const api = apis.get(name);
  if (!api) {
    const suggestion = nearest(name, apis.keys()) ?? 'users';
    suggested.add(apis.get(suggestion)?.interactive ?? '');
    problems.push({
      message: `${SIDEBARS_FILE}: there is no contract for the API '${name}'.`,
      fix: `did you mean '${suggestion}'? Contracts are in openapi/.`,
    });
    return undefined;
  }
  const interactive = pageLink(api.interactive, 'api', context);
  return {
    type: 'group',
    label: api.title,
    deprecated: api.deprecated,
    collapsed: true,
    entries: [
      { type: 'link', label: 'Overview', title: api.title, href: pagePath(api.slug) },
      ...(interactive ? [interactive] : []),
      ...api.operations.map(({ slug, ...operation }) => ({
        type: 'link' as const,
        href: pagePath(slug),
        ...operation,
      })),
    ],
  };
}

/** Adds the positions of a section's links to `places`, with their neighbors. */
function placeLinks(
  entries: NavigationEntry[],
  section: SectionId,
  places: Map<string, PagePosition>,
): Problem[] {
  const problems: Problem[] = [];
  const found = flatten(entries, section);
  found.forEach((place, index) => {
    const earlier = places.get(place.link.href);
    if (earlier) {
      problems.push({
        message: `${SIDEBARS_FILE}: ${place.link.href} is listed twice, in "${earlier.section}" and in "${section}".`,
        fix: 'keep one of the two entries.',
      });
    }
    const [previous, next] = [found[index - 1]?.link, found[index + 1]?.link];
    places.set(place.link.href, { ...place, ...(previous && { previous }), ...(next && { next }) });
  });
  return problems;
}

/** Returns the positions of all links below some groups, in order. */
function flatten(entries: NavigationEntry[], section: SectionId, groups: string[] = []): PagePosition[] {
  return entries.flatMap((entry) =>
    entry.type === 'group'
      ? flatten(entry.entries, section, [...groups, entry.label])
      : [{ section, groups, link: entry }],
  );
}

function checkTitles(pages: readonly Page[]): Problem[] {
  const byTitle = new Map<string, Page>();
  return pages.flatMap((page) => {
    const title = page.title.toLowerCase();
    const other = byTitle.get(title);
    byTitle.set(title, page);
    const message = `${page.file}: the title "${page.title}" is already the title of ${other?.file}.`;
    return other ? [{ message, fix: 'give each page its own title; "sidebar.label" may stay short.' }] : [];
  });
}
