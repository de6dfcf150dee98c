import type { StarlightRouteData } from '@astrojs/starlight/route-data';
import { apis } from '../../config/apis.ts';
import type { Section } from '../../config/sections.ts';
import { contract } from '../../contract/index.ts';
import { pagePath } from '../../shared/page-path.ts';

type Entry = StarlightRouteData['sidebar'][number];
type Link = Extract<Entry, { type: 'link' }>;

const deprecated = { text: 'deprecated', variant: 'caution' } as const;

/**
 * Shows only the sidebar of the page's section, and sets the previous and next page in it.
 *
 * @param path - The page's path, without base path and language.
 * @param base - The base path, without a trailing slash.
 * @returns The groups that contain the page, and then its link. Empty if the sidebar doesn't list the page.
 */
export function showSection(route: StarlightRouteData, section: Section, path: string, base: string) {
  const group = route.sidebar.find(({ label }) => label === section.label);
  const entries = group?.type === 'group' ? group.entries.map((entry) => withoutBase(entry, base)) : [];
  route.sidebar = section.id === 'api' ? [...entries, ...apis.map((api) => apiGroup(api, path))] : entries;
  const links = route.sidebar.flatMap(linksOf);
  const index = links.findIndex(({ isCurrent }) => isCurrent);
  // The home page has no previous and next links, because it ends with tasks.
  const hasNeighbors = index >= 0 && path !== '/';
  route.pagination = {
    prev: hasNeighbors ? withTitle(links[index - 1]) : undefined,
    next: hasNeighbors ? withTitle(links[index + 1]) : undefined,
  };
  return trailOf(route.sidebar);
}

/** Outside its group, "Overview" wouldn't say of what. */
function withTitle(link: Link | undefined) {
  const api = apis.find(({ name }) => link?.href === pagePath(contract(name).slug));
  return link && api ? { ...link, label: contract(api.name).title } : link;
}

/** An API's overview, interactive reference, and operations. */
function apiGroup({ name, page }: (typeof apis)[number], path: string): Entry {
  const { title, slug, operations, deprecated: isDeprecated } = contract(name);
  const link = (label: string, to: string, badge?: Link['badge']): Link => ({
    type: 'link',
    label,
    href: pagePath(to),
    isCurrent: pagePath(to) === path,
    badge,
    attrs: {},
  });
  return {
    type: 'group',
    label: title,
    collapsed: true,
    badge: isDeprecated ? deprecated : undefined,
    entries: [
      link('Overview', slug),
      link('All operations on one page', page),
      ...operations.map((operation) =>
        link(operation.summary, operation.slug, {
          text: operation.method.toUpperCase(),
          variant: 'default',
          class: `method ${operation.method}`,
        }),
      ),
    ],
  };
}

/** Removes the base path from links, because `src/middleware.ts` adds it to all links on a page. */
function withoutBase(entry: Entry, base: string): Entry {
  return entry.type === 'link'
    ? { ...entry, href: entry.href.slice(base.length) }
    : { ...entry, entries: entry.entries.map((child) => withoutBase(child, base)) };
}

const linksOf = (entry: Entry): Link[] => (entry.type === 'link' ? [entry] : entry.entries.flatMap(linksOf));

/** The trail to the current page: the groups that contain the page, and then its link. */
function trailOf(entries: readonly Entry[]): Entry[] {
  for (const entry of entries) {
    if (entry.type === 'link' && entry.isCurrent) return [entry];
    const below = entry.type === 'group' ? trailOf(entry.entries) : [];
    if (below.length > 0) return [entry, ...below];
  }
  return [];
}
