import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { apis } from '../../config/apis.ts';
import { changeLogOf } from '../../contract/change-log.ts';
import type { PageFacts } from './read-page.ts';

/** The name of the package that Starlight adds unless it is listed. It can't know when a page of ours last changed. */
export const SITEMAP_PACKAGE = '@astrojs/sitemap';

/** Lists the pages that search engines may show, each with the day of its last change if that is known. */
export async function writeSitemap(folder: string, home: string, pages: readonly PageFacts[]): Promise<void> {
  const urls = pages
    .filter(({ isHidden }) => !isHidden)
    .map(({ canonical, changed }) => entryOf(canonical, changed.slice(0, 10) || contractDate(canonical)))
    .sort();
  await write('sitemap-0.xml', 'urlset', urls);
  await write('sitemap-index.xml', 'sitemapindex', [`<sitemap><loc>${home}sitemap-0.xml</loc></sitemap>`]);

  async function write(file: string, root: string, entries: readonly string[]) {
    const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</${root}>\n`;
    await writeFile(join(folder, file), xml);
  }
}

function entryOf(url: string, day: string | undefined): string {
  return `<url><loc>${url}</loc>${day ? `<lastmod>${day}</lastmod>` : ''}</url>`;
}

/** Pages of the reference change with their contract. */
function contractDate(url: string): string | undefined {
  const api = apis.find(({ name, page }) => url.includes(`/api/${name}/`) || url.endsWith(`/${page}/`));
  return api && changeLogOf(api.name)[0]?.date;
}
