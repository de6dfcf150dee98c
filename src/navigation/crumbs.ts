/** A step of the way from the section to a page. */
export interface Crumb {
  label: string;
  /** Path of the first page of the section or group; absent if that is the page itself. */
  href?: string;
}

/**
 * The section, the groups that contain a page, and the page. Only the page for the first page of a section, and nothing
 * for error pages.
 *
 * @param title - The page's title, for pages that no sidebar lists.
 */
export function crumbsOf({ section, trail, path, prefix, twin }: App.Portal, title: string): Crumb[] {
  const page = trail.at(-1);
  if (!twin) return [];
  if (path === section.href) return [{ label: page?.label ?? title }];
  const groups = trail.slice(0, -1).map((group) => {
    // A group begins with the page that introduces it.
    const first = group.type === 'group' ? group.entries.find(({ type }) => type === 'link') : undefined;
    if (first?.type !== 'link' || first === page) return { label: group.label };
    // Pages of the reference aren't translated, so their links have no language.
    const isTranslated = first.href.startsWith(`${prefix}/`);
    return { label: group.label, href: isTranslated ? first.href.slice(prefix.length) : first.href };
  });
  return [{ label: section.label, href: section.href }, ...groups, { label: page?.label ?? title }];
}
