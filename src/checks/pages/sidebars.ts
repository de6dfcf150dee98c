import { join } from 'node:path';
import { errorPages } from '../../config/error-pages.ts';
import { apis } from '../../config/apis.ts';
import { locales } from '../../config/locales.ts';
import { footerPages, guideGroups, writersPages } from '../../config/sidebars.ts';
import { frontMatterOf } from '../../content/front-matter.ts';
import type { ParsedPage } from '../../content/mdx.ts';
import { groupsOf } from '../../shared/groups.ts';
import { didYouMean, nearestPage } from '../../shared/nearest.ts';
import { readText } from '../../shared/text-file.ts';
import { slugOf } from '../../shared/page-path.ts';

const SIDEBARS = 'src/config/sidebars.ts';

/** Checks that each page is in exactly one sidebar, and that each entry is a page. Translations need no entry. */
export function sidebarErrors(root: string, files: readonly string[]): string[] {
  const lines = readText(join(root, SIDEBARS)).split('\n');
  const fileOf = new Map(files.map((file) => [slugOf(file) ?? '', file]));
  fileOf.delete('');
  const listed = guideGroups.flatMap(({ slugs }) => slugs);
  const valid = [...listed, ...apis.map(({ page }) => page), ...footerPages, ...writersPages, ...errorPages];
  const unlisted = [...fileOf.keys()].filter(
    (slug) => !valid.includes(slug) && !Object.keys(locales).includes(slug.split('/', 1).join()),
  );
  const entryErrors = listed.flatMap((slug, index) => {
    const location = `${SIDEBARS}:${lines.findIndex((line) => line.includes(`'${slug}'`)) + 1}`;
    if (listed.indexOf(slug) < index) return [`${location}: '${slug}' is in the sidebars twice; keep one.`];
    if (fileOf.has(slug)) return [];
    const meant = nearestPage(slug, unlisted);
    return [`${location}: unknown page '${slug}'${didYouMean(meant && `'${meant}'`, '; remove it.')}`];
  });
  return [
    ...unlisted.map(
      (slug) =>
        `${fileOf.get(slug)}: no sidebar lists this page.\n  Fix: add '${slug}' to a section in ${SIDEBARS}.`,
    ),
    ...entryErrors,
  ];
}

/** Checks that no two pages have the same title. */
export function titleErrors(pages: readonly ParsedPage[]): string[] {
  const titled = pages.flatMap((page) => {
    const title = frontMatterOf(page).document.get('title');
    return typeof title === 'string' ? [{ file: page.file, title: title.toLowerCase() }] : [];
  });
  return groupsOf(titled, ({ title }) => title).flatMap(([first, ...others]) =>
    others.map(
      ({ file, title }) =>
        `${file}: "${title}" is also the title of ${first.file}; give each page its own, and a short \`sidebar.label\`.`,
    ),
  );
}
