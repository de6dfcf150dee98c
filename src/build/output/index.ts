import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { writeServiceWorker } from '../../offline/build/index.ts';
import { sections } from '../../config/sections.ts';
import { filesBelow } from '../../shared/files-below.ts';
import { writeHosting } from '../hosting/index.ts';
import { Policy } from '../../hosting/policy.ts';
import { checkLinks, type LinkedPage } from '../link-check/index.ts';
import { checkComplete } from './complete.ts';
import { readPage } from './read-page.ts';
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
          const { links, policy } = await readPages(folder, files, site.base, { search, twins });
          const generated = [...sections.map(({ id }) => fullFile(id)), fullFile(), 'sitemap-index.xml'];
          const urls = [...files, ...links.map(({ file }) => twinFile(file)), ...generated];
          checkLinks({
            origin: site.origin,
            pages: links,
            files: new Set(urls.map((file) => `${site.base}/${file}`)),
          });
          twins.close();
          finishPages(folder, files, policy);
          writeHosting(site, folder, files, links, policy, logger);
          const found = await search.write(folder, searchTerms(links, site.base));
          const count = links.reduce((sum, page) => sum + page.links.length, 0);
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
 * Parses each page for the steps that need something from it, and writes its Markdown twin. In between, Pagefind's
 * pipe gets its turn.
 */
async function readPages(
  folder: string,
  files: readonly string[],
  base: string,
  { search, twins }: { search: SearchIndex; twins: TwinWriter },
) {
  const links: LinkedPage[] = [];
  const policy = new Policy();
  for (const file of files.filter(isPage)) {
    const page = readPage(base, file, readFileSync(join(folder, file), 'utf8'));
    const { url, isErrorPage, ids } = page;
    links.push({ url, file, isErrorPage, ids, links: page.links });
    policy.add(page.inline);
    if (!isErrorPage) twins.write(file, page);
    await search.add(page);
    await setImmediate();
  }
  return { links, policy };
}

/**
 * Keeps browsers' translations from changing names of fields, paths, and values. With `CSP_META=1`, it also writes the
 * policy into each page, for hosts that can't send headers.
 */
function finishPages(folder: string, files: readonly string[], policy: Policy) {
  const meta =
    process.env['CSP_META'] === '1' ? `<meta http-equiv="Content-Security-Policy" content="${policy}"/>` : '';
  for (const file of files.filter(isPage)) {
    const html = readFileSync(join(folder, file), 'utf8')
      .replace(/<meta charset="utf-8"\s*\/?>/i, `$&${meta}`)
      .replaceAll(/<code(?=[ >])/g, '<code translate="no"')
      // Nothing reads an island's ID, which Astro makes from the project's folder.
      .replaceAll(/(?<=<astro-island) uid="\w+"/g, '');
    writeFileSync(join(folder, file), html);
  }
}
