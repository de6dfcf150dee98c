/** A step on the way from the section to a page. */
interface Crumb {
  label: string;
  /** Path of the first page of the section or group; absent if that is the page itself. */
  href?: string;
}

/**
 * The section, the groups that contain a page, and the page. For the first page of a section, only the page. For error
 * pages, nothing.
 *
 * @param title - The page's title, for pages that no sidebar lists.
 */
export function crumbsOf({ section, trail, path, prefix, twin }: App.Portal, title: string): Crumb[] {
  const page = trail.at(-1);
  if (!twin) return [];
  if (path === section.href) return [{ label: page?.label ?? title }];
  const groups = trail.slice(0, -1).map((group) => {
    // A group begins with the page that introduces it. In the static reference, that page has no prefix.
    const first = group.type === 'group' ? group.entries.find(({ type }) => type === 'link') : undefined;
    const href = first?.type === 'link' && first !== page ? first.href.replace(`${prefix}/`, '/') : undefined;
    return { label: group.label, ...(href !== undefined && { href }) };
  });
  return [{ label: section.label, href: section.href }, ...groups, { label: page?.label ?? title }];
}
