import { readFileSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { writeServiceWorker } from '../../offline/build/index.ts';
import { sections } from '../../config/sections.ts';
import { errorFiles } from '../../config/error-pages.ts';
import { filesBelow } from '../../shared/files-below.ts';
import { writeHosting } from '../hosting/index.ts';
import { PagePolicies } from '../hosting/page-policies.ts';
import type { LinkedPage } from '../link-check/check-site.ts';
import { checkLinks } from '../link-check/index.ts';
import { checkComplete } from './complete.ts';
import { pageReader, type PageFacts } from './read-page.ts';
import { showsSizes, withSizes } from './file-sizes.ts';
import { SITEMAP_PACKAGE, writeSitemap } from './sitemap.ts';
import { SearchIndex } from './search-index.ts';
import { searchTerms } from './search-terms.ts';
import { styleGroups, UsedNames, type Replacement } from './styles.ts';
import { fullFile, twinFile } from '../../shared/twin-path.ts';
import { TwinWriter } from '../twins/index.ts';

/** Browsers' translations would change the names of fields, paths and values. */
const KEEP_CODE: readonly Replacement[] = [
  ['<code ', '<code translate="no" '],
  ['<code>', '<code translate="no">'],
];

/**
 * Processes the site after Astro has rendered it. Each page is parsed once, for all steps; none of them keeps more of it
 * than it needs. Listed before Starlight, it reports broken links before starlight-links-validator does, with the nearest
 * page.
 */
export function output(): AstroIntegration[] {
  const site = { base: '', origin: '', root: '' };
  const integration: AstroIntegration = {
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
          const twins = new TwinWriter(folder, site.base);
          const pages = await readPages(folder, files, site.base, { search, twins });
          const { links, policies, facts } = pages;
          await writeSitemap(
            folder,
            `${site.origin}${site.base}/`,
            [...facts].filter(([file]) => !errorFiles.includes(file)).map(([, each]) => each),
          );
          await checkAllLinks(folder, files, links, site);
          const [found] = await Promise.all([
            search.write(folder, searchTerms(links, site.base)),
            finishPages(folder, files, pages, twins),
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
  return [integration, { name: SITEMAP_PACKAGE, hooks: {} }];
}

/** What only Pagefind reads, which has read the page by the time that it's finished. */
const PAGEFIND: readonly Replacement[] = [
  [/<meta name="[^"]*" data-pagefind-meta="[^>]*>/g, ''],
  [' data-pagefind-body', ''],
  [' data-pagefind-ignore', ''],
];

const isPage = (file: string) => file.endsWith('.html');

type Pages = Awaited<ReturnType<typeof readPages>>;

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
  const names = new UsedNames();
  const policies = new PagePolicies();
  const facts = new Map<string, PageFacts>();
  for (const file of files.filter(isPage)) {
    const html = readFileSync(join(folder, file), 'utf8');
    const page = readPage(file, html);
    const { url, isErrorPage, ids, sidebar } = page;
    links.push({ url, file, isErrorPage, ids, links: page.links, sidebar });
    names.add(page);
    policies.add(page);
    facts.set(file, page.facts);
    if (!isErrorPage && !showsSizes(html)) twins.write(file, page);
    await search.add(page);
    await setImmediate();
  }
  return { links, names, policies, facts, readPage };
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

/**
 * Removes CSS rules that no page uses, and from each page what it doesn't need, while Pagefind still works. Pages look
 * and work the same without this but are larger; `tests/build/output-step.all.test.ts` compares them.
 */
async function finishPages(
  folder: string,
  files: readonly string[],
  { names, policies, readPage }: Pages,
  twins: TwinWriter,
) {
  // One plain text at a time is several times as fast as a pattern with alternatives.
  const replacements = [...(await names.purgeStyles(join(folder, '_astro'))), ...PAGEFIND, ...KEEP_CODE];
  const lists = new Map<string, string>();
  for (const file of files.filter(isPage)) {
    let html = policies.apply(file, readFileSync(join(folder, file), 'utf8'));
    for (const [what, by] of replacements) html = html.replaceAll(what, by);
    if (showsSizes(html)) lists.set(file, html);
    else writeFileSync(join(folder, file), html);
    await setImmediate();
  }
  twins.close();
  // They show the sizes of the other files, also of those with all twins.
  for (const [file, html] of lists) {
    const complete = await withSizes(html, folder);
    writeFileSync(join(folder, file), complete);
    twins.write(file, readPage(file, complete));
  }
  if (lists.size > 0) twins.close();
}
