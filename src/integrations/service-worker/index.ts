import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { offline } from '../../config/offline.ts';
import { hashOf } from '../content-hash.ts';
import { bundleNotice, bundleRetirement, bundleWorker } from './bundle.ts';
import { listDownloads, readFinishedFirst } from './downloads.ts';

/** Stands in for pages that could not be loaded; hosts may send it with a status from 500 on. */
const FAILURE_PAGE = '500.html';

/**
 * Builds the service worker from the finished pages, with what its failure page needs, and lists what readers
 * can download. It has to come after everything that changes pages or files.
 */
export function serviceWorker(): AstroIntegration {
  let base = '';
  let known: ReturnType<typeof readFinishedFirst>;
  return {
    name: 'service-worker',
    hooks: {
      'astro:config:done': ({ config }) => {
        base = config.base.replace(/\/$/, '');
      },
      'astro:build:generated': ({ dir }) => {
        known = readFinishedFirst(fileURLToPath(dir));
        known.catch(() => undefined);
      },
      'astro:build:done': async ({ dir, logger }) => {
        const folder = fileURLToPath(dir);
        const noticeHead = await writeNotice(folder, base);
        const failurePage = join(folder, FAILURE_PAGE);
        const page = (await readFile(failurePage, 'utf8')).replace('</head>', () => `${noticeHead}</head>`);
        await writeFile(failurePage, page);

        const shell = [FAILURE_PAGE, 'favicon.svg', ...stylesAndScripts(page)];
        const contents = await Promise.all(shell.map((file) => readFile(join(folder, file), 'utf8')));
        const worker = offline.enabled
          ? await bundleWorker({
              revision: hashOf(contents.join('\n')),
              failurePage: `${base}/${FAILURE_PAGE}`,
              shell: shell.map((file) => `${base}/${file}`),
              noticeHead,
            })
          : await bundleRetirement();
        await writeFile(join(folder, 'service-worker.js'), worker);

        const downloads = await listDownloads(folder, base, await known);
        await writeFile(join(folder, 'downloads.json'), JSON.stringify(downloads));
        const { length } = downloads.files;
        logger.info(
          offline.enabled
            ? `Readers can keep ${length} files offline.`
            : 'The service worker is switched off: devices that have one will remove it.',
        );
      },
    },
  };
}

/** Writes style and script of the notice, and gives the tags that bring them. */
async function writeNotice(folder: string, base: string): Promise<string> {
  const { script, style } = await bundleNotice();
  const scriptFile = `_astro/failed-load.${hashOf(script)}.js`;
  const styleFile = `_astro/failed-load.${hashOf(style)}.css`;
  await writeFile(join(folder, scriptFile), script);
  await writeFile(join(folder, styleFile), style);
  return (
    `<link rel="stylesheet" href="${base}/${styleFile}">` +
    `<script type="module" src="${base}/${scriptFile}"></script>`
  );
}

/** What the head of a page loads. Islands are left out: the page serves without them. */
function stylesAndScripts(page: string): string[] {
  const tags = page.matchAll(/<(?:link|script)\b[^>]*\b(?:href|src)="[^"]*?(_astro\/[^"]+)"/g);
  return [...tags].map(([, file]) => file!);
}
