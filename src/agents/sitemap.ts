import { spawnSync } from 'node:child_process';
import sitemap, { type SitemapItem } from '@astrojs/sitemap';
import type { AstroIntegration } from 'astro';
import { apis } from '../config/apis.ts';
import { errorPages } from '../config/error-pages.ts';
import { writersPages } from '../config/sidebars.ts';
import { changeLogOf } from '../contract/change-log.ts';
import { hasWholeHistory } from '../shared/last-change.ts';

const DOCS = 'src/content/docs/';

/** Creates a sitemap with dates, which Starlight's sitemap lacks. `home` is the home page's URL. */
export function datedSitemap(home: string): AstroIntegration {
  const days = daysOfChanges();
  return sitemap({
    // Each language has its own error pages, so compare the end of the URL.
    filter: (url) => ![...writersPages, ...errorPages].some((page) => url.endsWith(`/${page}/`)),
    serialize(item) {
      const day = contractDay(item.url) ?? days.get(item.url.slice(home.length).replace(/\/$/, ''));
      return { ...item, ...(day && { lastmod: day }) } as SitemapItem;
    },
  });
}

/** The date of an API's latest release if the URL is one of its reference pages, which change with the contract. */
function contractDay(url: string): string | undefined {
  const api = apis.find(({ name, page }) => url.includes(`/api/${name}/`) || url.endsWith(`/${page}/`));
  return api && changeLogOf(api.name)[0]?.date;
}

/** Maps the path of each guide to the date of its last commit. */
export function daysOfChanges(): Map<string, string> {
  const days = new Map<string, string>();
  if (!hasWholeHistory()) return days;
  const { stdout } = spawnSync('git', ['log', '--format=%cs', '--name-only', '--', DOCS], {
    encoding: 'utf8',
  });
  let day = '';
  for (const line of stdout.split('\n')) {
    if (/^\d{4}-/.test(line)) day = line;
    const path = line.slice(DOCS.length).replace(/(^|\/)?(index)?\.mdx?$/, '');
    if (line.startsWith(DOCS) && !days.has(path)) days.set(path, day);
  }
  return days;
}
