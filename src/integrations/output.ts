import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { writeServiceWorker } from '../offline/build/index.ts';
import { filesBelow } from '../shared/files-below.ts';
import { withoutSlash } from '../shared/without-slash.ts';
import { writeHosting } from '../hosting/write-configurations.ts';
import { policyOf } from '../hosting/policy.ts';
import { checkLinks, linkError, targetsOf } from '../checks/links.ts';
import { linksInFile } from '../checks/links-in-files.ts';
import { readPage, type BuiltPage } from '../shared/read-page.ts';
import { writeSearchIndex } from '../search/build-index.ts';
import { buildTerms } from '../search/build-terms.ts';
import { writeTwins } from '../agents/twins/index.ts';
import { site } from '../config/site.ts';

const deployment = { base: '', origin: '', root: '' };

/** The results that the steps after rendering share. */
let built: {
  pages: BuiltPage[];
  targets: ReturnType<typeof targetsOf>;
  search: ReturnType<typeof writeSearchIndex>;
};

/** Reads the rendered pages. It's listed before Starlight, because the links validator calls {@link isBuilt}. */
export function outputStep(): AstroIntegration {
  return {
    name: 'output',
    hooks: {
      'astro:config:done': ({ config }) => {
        deployment.base = withoutSlash(config.base);
        deployment.origin = config.site ? new URL(config.site).origin : '';
        deployment.root = fileURLToPath(config.root);
      },
      'astro:build:done': async ({ dir }) => {
        const folder = fileURLToPath(dir);
        const pages = (await filesBelow(folder))
          .filter((file) => file.endsWith('.html'))
          .map((file) => readPage(deployment.base, file, readFileSync(join(folder, file), 'utf8')));
        // The search is in one language. Other languages would repeat the pages that aren't translated.
        const searched = pages.filter(({ language }) => language === site.language.code);
        // Pagefind is a process of its own, so it indexes while this one writes the Markdown.
        const search = writeSearchIndex(folder, searched, buildTerms(searched, deployment.base));
        await writeTwins(folder, deployment, pages);
        built = { pages, targets: await targetsIn(folder, pages), search };
      },
    },
  };
}

/** Checks all links and finishes the site. It's listed after Starlight, so the links validator reports first. */
export function finishStep(): AstroIntegration {
  return {
    name: 'finish',
    hooks: {
      'astro:build:done': async ({ dir, logger }) => {
        const { base } = deployment;
        const { pages, search } = built;
        const folder = fileURLToPath(dir);
        const otherFiles = (await filesBelow(folder)).map((file) => ({
          url: `${base}/${file}`,
          links: linksInFile(file, () => readFileSync(join(folder, file), 'utf8')),
        }));
        checkLinks(await targetsIn(folder, pages), [...pages, ...otherFiles]);
        const policy = policyOf(pages.map(({ inline }) => inline));
        if (process.env['CSP_META'] === '1')
          for (const { file, main } of pages) if (main !== '') addPolicy(join(folder, file), policy);
        writeHosting(deployment, folder, pages, policy);
        const indexed = await search;
        const count = [...pages, ...otherFiles].reduce((sum, { links }) => sum + links.length, 0);
        logger.info(`Checked ${count} links. The search covers ${indexed} pages.`);
        await writeServiceWorker(folder, `${base}/`);
      },
    },
  };
}

async function targetsIn(folder: string, pages: readonly BuiltPage[]) {
  const files = await filesBelow(folder);
  return targetsOf(
    deployment.origin,
    pages,
    files.map((file) => `${deployment.base}/${file}`),
  );
}

/** True if a link in a page's source leads to something that was built. Sources have no base path. */
export function isBuilt(link: string, slug: string): boolean {
  const isInternal = ['/', '#', '?', `${deployment.origin}/`].some((prefix) => link.startsWith(prefix));
  const target = link.startsWith('/') ? deployment.base + link : link;
  const from = slug === '' ? `${deployment.base}/` : `${deployment.base}/${slug}/`;
  return isInternal && linkError({ target, kind: 'page' }, from, built.targets) === undefined;
}

/** Writes the policy into a page, for hosts that can't send headers. */
function addPolicy(file: string, policy: string) {
  const policyTag = `<meta http-equiv="Content-Security-Policy" content="${policy}"/>`;
  const html = readFileSync(file, 'utf8');
  const charset = '<meta charset="utf-8"/>';
  if (!html.includes(charset)) throw new Error(`${file} has no ${charset}, below which the policy belongs.`);
  writeFileSync(file, html.replace(charset, charset + policyTag));
}
