import { inLanguage, type Place } from './tree.ts';

/** Where a page stands in the drawn sidebar of its section. */
export interface CurrentPlace {
  /** Address of the page's link, in the language of the sidebar. */
  href: string;
  /** Labels of the groups above it, from the outermost in. */
  groups: readonly string[];
}

/** @param prefix - Path of the language, such as `/nl`; empty for the one at the root. */
export function currentPlace({ link, groups }: Place, prefix: string): CurrentPlace {
  return { href: inLanguage(link.href, prefix), groups };
}

/** How a drawn sidebar names its groups, so that {@link markCurrent} can open those above a page. */
export function groupKey(groups: readonly string[]): string {
  return groups.join(' / ').replaceAll(/[^\p{L}\p{N} /.-]/gu, '');
}

/** Marks a page's link in a drawn sidebar and opens the groups above it. */
export function markCurrent(tree: string, { href, groups }: CurrentPlace): string {
  const link = `href="${href}"`;
  let marked = tree.replace(link, `${link} aria-current="page"`);
  groups.forEach((_, depth) => {
    const key = `data-group="${groupKey(groups.slice(0, depth + 1))}"`;
    marked = marked.replace(`${key} open`, key).replace(key, `${key} open`);
  });
  return marked;
}
