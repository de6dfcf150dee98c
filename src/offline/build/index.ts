import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { DomUtils, parseDocument } from 'htmlparser2';
import { offline } from '../../config/offline.ts';
import type { BuildFacts } from '../worker/build.ts';
import { bundleScript } from '../../build/bundle-script.ts';
import { hashOf } from '../../build/content-hash.ts';
import { assetsOf, readAssets, type Assets } from './assets.ts';
import { listDownloads } from './downloads.ts';

/** The page that readers see when another page fails to load. Hosts may send it with a status of 500 or more. */
const FAILURE_PAGE = '500.html';

/**
 * Builds the service worker, with the list of files that its failure page needs, and lists what readers can download.
 * It has to run after everything that changes pages or files.
 */
export function serviceWorker(): AstroIntegration {
  let base = '';
  return {
    name: 'service-worker',
    hooks: {
      'astro:config:done': ({ config }) => {
        base = config.base.replace(/\/$/, '');
      },
      'astro:build:done': async ({ dir, logger }) => {
        const folder = fileURLToPath(dir);
        const assets = await readAssets(folder);
        const worker = offline.enabled ? await buildWorker(folder, base, assets) : await bundleWorker();
        await writeFile(join(folder, 'service-worker.js'), worker);

        const downloads = await listDownloads(folder, base, assets);
        await writeFile(join(folder, 'downloads.json'), JSON.stringify(downloads));
        const off = 'The service worker is switched off: devices that have one will remove it.';
        logger.info(offline.enabled ? `Readers can keep ${downloads.files.length} files offline.` : off);
      },
    },
  };
}

async function buildWorker(folder: string, base: string, assets: Assets): Promise<string> {
  const page = await readFile(join(folder, FAILURE_PAGE), 'utf8');
  const shell = [FAILURE_PAGE, 'favicon.svg', ...assetsOf(loadedBy(page), assets, 'imports')];
  const contents = await Promise.all(shell.map((file) => readFile(join(folder, file), 'utf8')));
  return bundleWorker({
    revision: hashOf(contents.join('\n')),
    failurePage: `${base}/${FAILURE_PAGE}`,
    shell: shell.map((file) => `${base}/${file}`),
  });
}

/** URLs in the link and script elements of a page. Its islands are left out: the page works without them. */
function loadedBy(page: string): string {
  const isLoaded = (name: string) => name === 'link' || name === 'script';
  const elements = DomUtils.getElementsByTagName(isLoaded, parseDocument(page));
  return elements.map(({ attribs }) => attribs['href'] ?? attribs['src']).join(' ');
}

/**
 * Bundles a service worker into one classic script, since not every browser runs workers that are modules.
 *
 * @param facts - For the worker of the site. Without them, it is the worker that unregisters itself.
 */
export function bundleWorker(facts?: BuildFacts): Promise<string> {
  return bundleScript(`src/offline/worker/${facts ? 'index' : 'retire'}.ts`, {
    BUILD: JSON.stringify(facts ?? null),
  });
}
