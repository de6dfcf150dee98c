import { inLanguage } from '../shared/page-path.ts';

/** A step of the way from the section to a page. */
export interface Crumb {
  label: string;
  /** The first page of the section or group; absent if that is the page itself. */
  href?: string;
}

/** The section, the groups that contain a page, and the page. Only the page for the first page of a section. */
export function crumbsOf({ section, trail, path, prefix }: App.Portal): Crumb[] {
  const page = trail.at(-1);
  if (page?.type !== 'link') return [];
  if (path === section.href) return [{ label: page.label }];
  const groups = trail.slice(0, -1).map((group) => {
    // A group begins with the page that introduces it.
    const first = group.type === 'group' ? group.entries.find(({ type }) => type === 'link') : undefined;
    const href = first?.type === 'link' && first !== page ? first.href : undefined;
    return { label: group.label, ...(href !== undefined && { href }) };
  });
  return [{ label: section.label, href: inLanguage(section.href, prefix) }, ...groups, { label: page.label }];
}
