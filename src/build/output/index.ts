import { readFileSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { writeServiceWorker } from '../../offline/build/index.ts';
import { sections } from '../../config/sections.ts';
import { filesBelow } from '../../shared/files-below.ts';
import { writeHosting } from '../hosting/index.ts';
import { PagePolicies } from '../hosting/page-policies.ts';
import type { LinkedPage } from '../link-check/check-site.ts';
import { checkLinks } from '../link-check/index.ts';
import { checkComplete } from './complete.ts';
import { pageReader } from './read-page.ts';
import { SearchIndex } from './search-index.ts';
import { searchTerms } from './search-terms.ts';
import { fullFile, twinFile } from '../../shared/twin-path.ts';
import { TwinWriter } from '../twins/index.ts';

/**
 * Processes the site after Astro has rendered it. Each page is parsed once, for all steps; none of them keeps more of it
 * than it needs. Listed before Starlight, it reports broken links before starlight-links-validator does, with the nearest
 * page.
 */
export function output(): AstroIntegration {
  const site = { base: '', origin: '', root: '' };
  return {
    name: 'output',
    hooks: {
      'astro:config:done': ({ config }) => {
        site.base = config.base.replace(/\/$/, '');
        site.origin = config.site ? new URL(config.site).origin : '';
        site.root = fileURLToPath(config.root);
      },
      'astro:build:done': async ({ dir, logger }) => {
        const folder = fileURLToPath(dir);
        const files = await filesBelow(folder);
        const search = new SearchIndex();
        try {
          const twins = new TwinWriter(folder, site.base);
          const { links, policies } = await readPages(folder, files, site.base, { search, twins });
          await checkAllLinks(folder, files, links, site);
          twins.close();
          finishPages(folder, files, policies);
          const [found] = await Promise.all([
            search.write(folder, searchTerms(links, site.base)),
            writeHosting({ ...site, folder, files, pages: links, inline: policies.all() }, logger),
          ]);
          const count = links.reduce((sum, page) => sum + page.links.length + page.sidebar.links.length, 0);
          logger.info(`Checked ${count} links. The search covers ${found} pages.`);
        } finally {
          await search.close();
        }
        await writeServiceWorker(folder, `${site.base}/`, logger);
        checkComplete(folder);
      },
    },
  };
}

const isPage = (file: string) => file.endsWith('.html');

/**
 * Parses each page for the steps that need something from it, and writes its Markdown twin. Pages are read and written
 * synchronously, because for thousands of small files, promises take longer than the disk. In between, Pagefind's pipe
 * gets its turn.
 */
async function readPages(
  folder: string,
  files: readonly string[],
  base: string,
  { search, twins }: { search: SearchIndex; twins: TwinWriter },
) {
  const readPage = pageReader(base);
  const links: LinkedPage[] = [];
  const policies = new PagePolicies();
  for (const file of files.filter(isPage)) {
    const html = readFileSync(join(folder, file), 'utf8');
    const page = readPage(file, html);
    const { url, isErrorPage, ids, sidebar } = page;
    links.push({ url, file, isErrorPage, ids, links: page.links, sidebar });
    policies.add(page);
    if (!isErrorPage) twins.write(file, page);
    await search.add(page);
    await setImmediate();
  }
  return { links, policies };
}

async function checkAllLinks(
  folder: string,
  files: readonly string[],
  pages: readonly LinkedPage[],
  { base, origin, root }: { base: string; origin: string; root: string },
) {
  const twins = pages.filter(({ isErrorPage }) => !isErrorPage).map(({ file }) => twinFile(file));
  const urls = new Set(
    [...files, ...twins, 'sitemap-index.xml', fullFile(), ...sections.map(({ id }) => fullFile(id))].map(
      (file) => `${base}/${file}`,
    ),
  );
  const stylesheets = new Map<string, string>();
  for (const file of files.filter((each) => each.endsWith('.css')))
    stylesheets.set(`${base}/${file}`, await readFile(join(folder, file), 'utf8'));
  checkLinks({ base, origin, pages, files: urls, stylesheets }, root);
}

/** Writes the policy into each page, and keeps browsers' translations from changing names of fields, paths, and values. */
function finishPages(folder: string, files: readonly string[], policies: PagePolicies) {
  for (const file of files.filter(isPage)) {
    const html = policies.apply(file, readFileSync(join(folder, file), 'utf8'));
    const finished = html
      .replaceAll(/<code(?=[ >])/g, '<code translate="no"')
      // Nothing reads an island's ID, which Astro makes from the project's folder.
      .replaceAll(/(?<=<astro-island) uid="\w+"/g, '');
    writeFileSync(join(folder, file), finished);
  }
}
