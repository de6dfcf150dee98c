/**
 * The way to a page: the section and the groups that contain it, each with the path of its first page unless that is the
 * page itself, and the page. Only the page for the first page of a section, and nothing for error pages.
 *
 * @param title - The page's title, for pages that no sidebar lists.
 */
export function crumbsOf(
  { section, trail, path, prefix, twin }: App.Portal,
  title: string,
): { label: string; href?: string }[] {
  const page = trail.at(-1);
  if (!twin) return [];
  if (path === section.href) return [{ label: page?.label ?? title }];
  const groups = trail.slice(0, -1).map((group) => {
    // A group begins with the page that introduces it. In the static reference, it has no prefix.
    const first = group.type === 'group' ? group.entries.find(({ type }) => type === 'link') : undefined;
    const href = first?.type === 'link' && first !== page ? first.href.replace(`${prefix}/`, '/') : undefined;
    return { label: group.label, ...(href !== undefined && { href }) };
  });
  return [{ label: section.label, href: section.href }, ...groups, { label: page?.label ?? title }];
}
