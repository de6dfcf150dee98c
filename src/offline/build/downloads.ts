import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { apis } from '../../config/apis.ts';
import { INTERACTIVE, WHOLE_SITE, type Downloads } from '../protocol/downloads.ts';
import { errorFiles } from '../../config/error-pages.ts';
import { locales } from '../../config/locales.ts';
import { redirectFiles } from '../../config/redirects.ts';
import { sections } from '../../config/sections.ts';
import { hashOf } from '../../build/content-hash.ts';
import { filesBelow } from '../../shared/files-below.ts';
import { assetsOf, type Assets } from './assets.ts';

const brotli = promisify(brotliCompress);

/** Files that hosts send as they are. */
const COMPRESSED = /\.(pf_\w+|pagefind|png|jpe?g|webp|avif|woff2?|zip)$/;

/** No page needs them. The sandbox and earlier versions of contracts are only for client code. */
const LEFT_OUT = new RegExp(
  String.raw`^([._][^/]*|(openapi/\d|social/).*|(service-worker|downloads|robots|sandbox|favicon|apple-touch-icon|manifest)\.\w+|sitemap.*\.xml)$` +
    String.raw`|\.(br|gz)$`,
);

/** Contracts that the interactive references load, by their pages. */
const contracts = new Map(apis.map(({ name, page }) => [`${page}/index.html`, `openapi/${name}.json`]));

const isPage = (path: string) => path.endsWith('index.html');

/**
 * Lists what readers download to have a section or the whole site offline, with sizes.
 *
 * @param folder - The built site, complete.
 * @param base - The path below which the site is served, without a slash at its end.
 */
export async function listDownloads(folder: string, base: string, assets: Assets): Promise<Downloads> {
  const isWanted = (path: string) =>
    !LEFT_OUT.test(path) && !errorFiles.includes(path) && !redirectFiles.includes(path);
  const paths = (await filesBelow(folder)).filter(isWanted);
  const files = await readAll(folder, paths, assets);
  const choice = (id: string, pages: readonly string[], needed: readonly string[]) => {
    const own = new Set(needed);
    const indexes = [...paths.keys()].filter((index) => own.has(paths[index]!));
    const hashes = indexes.map((index) => files.get(paths[index]!)!.hash);
    return { id, pages: pages.length, revision: hashOf(hashes.join()), files: indexes };
  };
  const withNeeds = (id: string, pages: readonly string[]) =>
    choice(id, pages, ['favicon.svg', ...pages.flatMap((page) => [page, ...files.get(page)!.needs])]);
  const pages = paths.filter(isPage);
  const bySection = Map.groupBy(pages, (page) => (contracts.has(page) ? INTERACTIVE : sectionOf(page)));
  return {
    files: paths.map((path) => [
      `${base}/${path.replace(/(^|\/)index\.html$/, '$1')}`,
      files.get(path)!.bytes,
    ]),
    choices: [
      ...[...sections.map(({ id }) => id), INTERACTIVE].map((id) => withNeeds(id, bySection.get(id) ?? [])),
      choice(WHOLE_SITE, pages, paths),
    ],
  };
}

/** The section of a page: the first folder of its path after the language, if there is such a section. */
function sectionOf(path: string): string {
  const [first = '', second] = path.split('/');
  const folder = first in locales ? second : first;
  return sections.find(({ id }) => id === folder)?.id ?? 'main';
}

/** Reads each file once, a few at a time: thousands would not fit into memory. */
async function readAll(folder: string, paths: readonly string[], assets: Assets) {
  const files = new Map<string, { hash: string; bytes: number; needs: readonly string[] }>();
  const queue = paths.values();
  const work = async () => {
    for (const path of queue) {
      const content = await readFile(join(folder, path));
      const needs = isPage(path) ? assetsOf(content.toString(), assets, 'all') : [];
      const contract = contracts.get(path);
      if (contract) needs.push(contract);
      files.set(path, { hash: hashOf(content), bytes: await transferred(path, content), needs });
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() * 2 }, work));
  return files;
}

/** The size of a file as hosts commonly send it: compressed. */
async function transferred(path: string, content: Buffer): Promise<number> {
  if (COMPRESSED.test(path)) return content.length;
  const params = { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  return (await brotli(content, { params })).length;
}
