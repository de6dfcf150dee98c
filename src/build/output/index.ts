import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { writeServiceWorker } from '../../offline/build/index.ts';
import { filesBelow } from '../../shared/files-below.ts';
import { writeHosting } from '../hosting/index.ts';
import { PagePolicies } from '../hosting/page-policies.ts';
import type { LinkedPage } from '../link-check/check-site.ts';
import { checkLinks } from '../link-check/index.ts';
import { pageReader } from './read-page.ts';
import { SearchIndex } from './search-index.ts';
import { styleGroups, UsedNames } from './styles.ts';

/** Starlight writes it after this step. */
const SITEMAP = 'sitemap-index.xml';

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
      'astro:config:setup': ({ updateConfig }) => {
        const codeSplitting = { groups: styleGroups };
        const environments = { prerender: { build: { rolldownOptions: { output: { codeSplitting } } } } };
        updateConfig({ vite: { environments } });
      },
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
          const { links, names, policies } = await readPages(folder, files, site.base, search);
          await checkAllLinks(folder, files, links, site);
          const [found] = await Promise.all([
            search.write(folder),
            finishPages(folder, files, names, policies),
            writeHosting({ ...site, folder, files, inline: policies.all() }, logger),
          ]);
          const count = links.reduce((sum, page) => sum + page.links.length + page.sidebar.links.length, 0);
          logger.info(`Checked ${count} links. The search covers ${found} pages.`);
        } finally {
          await search.close();
        }
        await writeServiceWorker(folder, `${site.base}/`, logger);
      },
    },
  };
}

const isPage = (file: string) => file.endsWith('.html');

/** Parses each page for the steps that need something from it. */
async function readPages(folder: string, files: readonly string[], base: string, search: SearchIndex) {
  const readPage = pageReader(base);
  const links: LinkedPage[] = [];
  const names = new UsedNames();
  const policies = new PagePolicies();
  for (const file of files.filter(isPage)) {
    const page = readPage(file, await readFile(join(folder, file), 'utf8'));
    const { url, isErrorPage, ids, sidebar } = page;
    links.push({ url, file, isErrorPage, ids, links: page.links, sidebar });
    names.add(page);
    policies.add(page);
    await search.add(page);
  }
  return { links, names, policies };
}

async function checkAllLinks(
  folder: string,
  files: readonly string[],
  pages: readonly LinkedPage[],
  { base, origin, root }: { base: string; origin: string; root: string },
) {
  const urls = new Set([...files, SITEMAP].map((file) => `${base}/${file}`));
  const stylesheets = new Map<string, string>();
  for (const file of files.filter((each) => each.endsWith('.css')))
    stylesheets.set(`${base}/${file}`, await readFile(join(folder, file), 'utf8'));
  checkLinks({ base, origin, pages, files: urls, stylesheets }, root);
}

/**
 * Removes CSS rules that no page uses, and from each page what it doesn't need. Pages look and work the same without
 * this but are larger; `tests/build/output-step.test.ts` compares them.
 */
async function finishPages(
  folder: string,
  files: readonly string[],
  names: UsedNames,
  policies: PagePolicies,
) {
  const replacements = await names.purgeStyles(join(folder, '_astro'));
  for (const file of files.filter(isPage)) {
    const path = join(folder, file);
    let html = policies.apply(file, await readFile(path, 'utf8'));
    for (const [what, by] of replacements) html = html.replaceAll(what, by);
    await writeFile(path, html);
  }
}
