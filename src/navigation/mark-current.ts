import { inLanguage, type Place } from './tree.ts';

/** How a drawn sidebar names its groups, so that {@link markCurrent} can open those above a page. */
export function groupKey(groups: readonly string[]): string {
  return groups.join(' / ').replaceAll(/[^\p{L}\p{N} /.-]/gu, '');
}

/** Marks a page's link in a drawn sidebar and opens the groups above it. */
export function markCurrent(tree: string, { link, groups }: Place, prefix = ''): string {
  const href = `href="${inLanguage(link.href, prefix)}"`;
  let marked = tree.replace(href, `${href} aria-current="page"`);
  groups.forEach((_, depth) => {
    const key = `data-group="${groupKey(groups.slice(0, depth + 1))}"`;
    marked = marked.replace(`${key} open`, key).replace(key, `${key} open`);
  });
  return marked;
}
