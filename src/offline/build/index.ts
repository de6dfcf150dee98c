import { statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AstroIntegrationLogger } from 'astro';
import { bundleScript } from '../../build/bundle-script.ts';
import { errorFiles } from '../../config/error-pages.ts';
import { offlineEnabled } from '../../config/offline.ts';
import { redirects } from '../../config/redirects.ts';
import { filesBelow } from '../../shared/files-below.ts';
import { FILE_LIST, type FileList } from '../protocol/caches.ts';
import type { BuildFacts } from '../worker/build.ts';
import { readShell } from './shell.ts';

/** Files that no page needs: the sandbox and earlier versions of contracts are for client code, Markdown for programs. */
const LEFT_OUT = new RegExp(
  String.raw`^([._][^/]*|(openapi/\d|social/|llms-full/|\.well-known/).*|.+\.(md|atom)|(service-worker|robots|llms|llms-full|sandbox|sandbox-controls|favicon|apple-touch-icon|manifest)\.\w+|sitemap.*\.xml)$` +
    String.raw`|\.(br|gz)$`,
);

/**
 * Writes the service worker, with the list of files that its page for failed loads needs, and lists the files that readers
 * can keep offline. It has to run after everything that changes pages or files.
 *
 * @param folder - The built site.
 * @param base - The base path, with a slash at each end.
 */
export async function writeServiceWorker(
  folder: string,
  base: string,
  logger: AstroIntegrationLogger,
): Promise<void> {
  const worker = await bundleWorker(base, offlineEnabled ? await readShell(folder, base) : undefined);
  await writeFile(join(folder, 'service-worker.js'), worker);
  const list = await listFiles(folder, base);
  await writeFile(join(folder, FILE_LIST), JSON.stringify(list));
  const off = 'The service worker is switched off: devices that have one will remove it.';
  logger.info(offlineEnabled ? `Readers can keep ${list.files.length} files offline.` : off);
}

/**
 * Bundles a service worker into one classic script, since not every browser runs workers that are modules.
 *
 * @param base - The base path, with a slash at each end.
 * @param shell - For the worker of the site. Without it, it is the worker that unregisters itself.
 */
export function bundleWorker(base: string, shell?: Omit<BuildFacts, 'base'>): Promise<string> {
  return bundleScript(`src/offline/worker/${shell ? 'index' : 'retire'}.ts`, {
    BUILD: JSON.stringify({ base, ...shell }),
  });
}

async function listFiles(folder: string, base: string): Promise<FileList> {
  const isWanted = (path: string) =>
    !LEFT_OUT.test(path) && !errorFiles.includes(path) && !(`/${path.replace(/index\.html$/, '')}` in redirects);
  const paths = (await filesBelow(folder)).filter(isWanted);
  let bytes = 0;
  for (const path of paths) bytes += statSync(join(folder, path)).size;
  return { files: paths.map((path) => base + path.replace(/(^|\/)index\.html$/, '$1')), bytes };
}
