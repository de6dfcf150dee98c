import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { writeServiceWorker } from '../offline/build/index.ts';
import { filesBelow } from '../shared/files-below.ts';
import { writeHosting } from '../hosting/write-configurations.ts';
import { policyOf } from '../hosting/policy.ts';
import { checkLinks } from '../checks/links.ts';
import { readPage } from '../shared/read-page.ts';
import { writeSearchIndex } from '../search/build-index.ts';
import { searchTerms } from '../search/build-terms.ts';
import { writeTwins } from '../agents/twins/index.ts';

/**
 * Processes the site after Astro has rendered it. It's listed before Starlight, so that it reports broken links first:
 * unlike starlight-links-validator, it suggests the nearest page.
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
        const { base, origin } = site;
        const folder = fileURLToPath(dir);
        const pages = (await filesBelow(folder))
          .filter((file) => file.endsWith('.html'))
          .map((file) => readPage(base, file, readFileSync(join(folder, file), 'utf8')));
        // Pagefind is a process of its own, so it indexes while this one writes the Markdown.
        const search = writeSearchIndex(folder, pages, searchTerms(pages, base));
        const leftOut = await writeTwins(folder, site, pages);
        // The sitemap package writes its file later, but pages may already link to it.
        const files = [...(await filesBelow(folder)), 'sitemap-index.xml'];
        checkLinks(origin, pages, new Set(files.map((file) => `${base}/${file}`)));
        const policy = policyOf(pages.map(({ inline }) => inline));
        for (const { file } of pages) finishPage(join(folder, file), policy, leftOut.get(file));
        writeHosting(site, folder, pages, policy);
        const found = await search;
        const count = pages.reduce((sum, { links }) => sum + links.length, 0);
        logger.info(`Checked ${count} links. The search covers ${found} pages.`);
        await writeServiceWorker(folder, `${base}/`);
      },
    },
  };
}

/**
 * Keeps browser translation from changing names, and marks tabs that the page's Markdown omits. With `CSP_META=1`, also
 * writes the policy into the page, for hosts that can't send headers.
 */
function finishPage(file: string, policy: string, leftOut: readonly string[] = []) {
  const meta =
    process.env['CSP_META'] === '1' ? `<meta http-equiv="Content-Security-Policy" content="${policy}"/>` : '';
  const html = readFileSync(file, 'utf8')
    .replace(/<meta charset="utf-8"\s*\/?>/i, `$&${meta}`)
    // A short name with a hyphen or a space stays on one line.
    .replaceAll(/<code( dir="auto")?>(?=[^<]{1,32}<)(?=[^<]*[- ])/g, '<code class="unbroken"$1>')
    .replaceAll(/<(code|kbd)(?=[ >])/g, '<$1 translate="no"')
    .replaceAll(/ id="(tab-panel-[^"]+)"/g, (all, id: string) =>
      leftOut.includes(id) ? `${all} data-markdown-ignore` : all,
    )
    // Remove the island's ID, which is unused. It depends on the project's folder, so builds would differ.
    .replaceAll(/(?<=<astro-island) uid="\w+"/g, '');
  writeFileSync(file, html);
}
