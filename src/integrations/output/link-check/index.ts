import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesBelow } from '../../files-below.ts';
import { checkSite, describeFaults } from './check.ts';
import { SourceFinder } from './find-source.ts';
import { readPage } from './read-site.ts';

/** Stub until the real one lands. */
export async function checkLinks({ folder, base, origin, root }: { folder: string; base: string; origin: string; root: string }): Promise<number> {
  const pages = globSync('**/*.html', { cwd: folder }).sort().map((file) => readPage(file, base, readFileSync(join(folder, file), 'utf8')));
  const files = new Set([...(await filesBelow(folder)), 'sitemap-index.xml'].map((file) => `${base}/${file}`));
  const sources = new SourceFinder(root);
  const faults = checkSite({ base, pages, files, sheets: new Map() }, origin, (file, target) => sources.find(file, target));
  if (faults.length > 0) throw new Error(describeFaults(faults));
  return pages.reduce((sum, page) => sum + page.links.length, 0);
}
