import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { apis } from '../../config/apis.ts';
import { INTERACTIVE, WHOLE_SITE, type Downloads } from '../../config/downloads.ts';
import { errorFiles } from '../../config/error-pages.ts';
import { locales } from '../../config/locales.ts';
import { sections, type SectionId } from '../../config/sections.ts';
import { hashOf } from '../content-hash.ts';
import { filesBelow } from '../files-below.ts';
import { assetsOf, type Assets } from './assets.ts';

const brotli = promisify(brotliCompress);

/** Files that hosts send as they are. */
const COMPRESSED = /\.(pf_\w+|pagefind|png|jpe?g|webp|avif|woff2?|zip)$/;

/** No page needs them. */
const LEFT_OUT = /^(service-worker\.js|downloads\.json|robots\.txt|sitemap.*\.xml)$|\.(br|gz)$/;

/** A file of the built site. */
interface BuiltFile {
  path: string;
  hash: string;
  /** As transferred: compressed as hosts commonly do it. */
  bytes: number;
  /** Paths of the assets that a page needs. */
  assets: readonly string[];
}

/**
 * Lists what readers download to have a section or the whole site offline, with sizes.
 *
 * @param folder - The built site, complete.
 * @param base - The path below which the site is served, without a slash at its end.
 */
export async function listDownloads(folder: string, base: string, assets: Assets): Promise<Downloads> {
  const paths = (await filesBelow(folder)).filter(
    (path) => !LEFT_OUT.test(path) && !errorFiles.includes(path),
  );
  const files = await readAll(folder, paths, assets);
  const pages = [...files.values()].filter(({ path }) => isPage(path));
  const contracts = new Map(apis.map(({ name, page }) => [`${page}/index.html`, `openapi/${name}.json`]));
  const isInteractive = ({ path }: BuiltFile) => contracts.has(path);
  const needs = (page: BuiltFile) => {
    const contract = contracts.get(page.path);
    return [page.path, 'favicon.svg', ...(contract ? [contract] : []), ...page.assets];
  };
  const choice = (id: string, chosen: readonly BuiltFile[], needed = chosen.flatMap(needs)) => {
    const own = new Set(needed);
    const places = paths.flatMap((path, place) => (own.has(path) ? [place] : []));
    const hashes = places.map((place) => files.get(paths[place]!)!.hash);
    return { id, pages: chosen.length, revision: hashOf(hashes.join()), files: places };
  };
  const guides = pages.filter((page) => !isInteractive(page));
  const bySection = Map.groupBy(guides, ({ path }) => sectionOf(path));
  return {
    files: paths.map((path) => [
      `${base}/${path.replace(/(^|\/)index\.html$/, '$1')}`,
      files.get(path)!.bytes,
    ]),
    choices: [
      ...sections.map(({ id }) => choice(id, bySection.get(id) ?? [])),
      choice(INTERACTIVE, pages.filter(isInteractive)),
      choice(WHOLE_SITE, pages, paths),
    ],
  };
}

const isPage = (path: string) => path.endsWith('index.html');

/** The section of a page: the first folder of its path after the language, if there is such a section. */
function sectionOf(path: string): SectionId {
  const [first = '', second] = path.split('/');
  const folder = first in locales ? second : first;
  return sections.find(({ id }) => id === folder)?.id ?? 'main';
}

/** Reads each file once, a few at a time: thousands would not fit into memory. */
async function readAll(folder: string, paths: readonly string[], assets: Assets) {
  const files = new Map<string, BuiltFile>();
  const queue = paths.values();
  const work = async () => {
    for (const path of queue) {
      const content = await readFile(join(folder, path));
      const uses = isPage(path) ? assetsOf(content.toString(), assets, 'all') : [];
      files.set(path, { path, hash: hashOf(content), bytes: await transferred(path, content), assets: uses });
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() * 2 }, work));
  return files;
}

async function transferred(path: string, content: Buffer): Promise<number> {
  if (COMPRESSED.test(path)) return content.length;
  const params = { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  return (await brotli(content, { params })).length;
}
