import { spawnSync } from 'node:child_process';
import sitemap, { type SitemapItem } from '@astrojs/sitemap';
import type { AstroIntegration } from 'astro';
import { apis } from '../config/apis.ts';
import { errorPages } from '../config/error-pages.ts';
import { writersPages } from '../config/sidebars.ts';
import { changeLogOf } from '../contract/change-log.ts';
import { hasWholeHistory } from '../shared/last-change.ts';
import { pagePath, slugOf } from '../shared/page-path.ts';

/** Creates a sitemap with dates, which Starlight's sitemap lacks. `home` is the home page's URL. */
export function datedSitemap(home: string): AstroIntegration {
  const days = daysOfChanges();
  return sitemap({
    // Each language has its own error pages, so compare the end of the URL.
    filter: (url) => ![...writersPages, ...errorPages].some((page) => url.endsWith(`/${page}/`)),
    serialize(item) {
      const day = contractDay(item.url) ?? days.get(item.url.slice(home.length - 1));
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
  const { stdout } = spawnSync('git', ['log', '--format=@%cs', '--name-only', '--', 'src/content/docs'], {
    encoding: 'utf8',
  });
  let day = '';
  for (const line of stdout.split('\n')) {
    if (line.startsWith('@')) day = line.slice(1);
    const slug = slugOf(line);
    if (slug !== undefined && !days.has(pagePath(slug))) days.set(pagePath(slug), day);
  }
  return days;
}
