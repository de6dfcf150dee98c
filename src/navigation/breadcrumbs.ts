import { sections } from '../config/sections.ts';
import type { Navigation, NavigationEntry, PagePosition } from './tree.ts';

/** A step of the way from the section to a page. */
export interface Breadcrumb {
  label: string;
  /** The first page of the section or group; absent if that is the page itself. */
  href?: string;
}

/** The section and the groups that contain a page, and the page. Only the page for the first page of a section. */
export function breadcrumbsOf(place: PagePosition, trees: Navigation['trees']): Breadcrumb[] {
  const { link } = place;
  const section = sections.find(({ id }) => id === place.section)!;
  let entries: readonly NavigationEntry[] = trees[place.section];
  const groups = place.groups.map((label) => {
    entries = entries.flatMap((entry) =>
      entry.type === 'group' && entry.label === label ? entry.entries : [],
    );
    // A group begins with the page that introduces it.
    const first = entries.find((entry) => entry.type === 'link');
    return { label, ...(first && first.href !== link.href && { href: first.href }) };
  });
  const above = section.href === link.href ? [] : [{ label: section.label, href: section.href }, ...groups];
  return [...above, { label: link.label }];
}
