import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { apis } from '../../config/apis.ts';
import { errorFiles } from '../../config/error-pages.ts';
import { INTERACTIVE, WHOLE_SITE, type Downloads } from '../../config/downloads.ts';
import { sections } from '../../config/sections.ts';
import { filesBelow } from '../files-below.ts';
import { hashOf } from '../content-hash.ts';

const brotli = promisify(brotliCompress);

/** Files that hosts send as they are. */
const COMPRESSED = /\.(pf_\w+|pagefind|png|jpe?g|webp|avif|woff2?|zip)$/;

/** Shown to no reader of a page. */
const LEFT_OUT = /^(service-worker\.js|downloads\.json|robots\.txt|sitemap.*\.xml)$|\.(br|gz)$/;

/** Folders whose files stay as they are while pages are finished. */
const FINISHED_FIRST = ['_astro/scalar', 'openapi', 'postman'];

/** Assets in the text of a page, which has their whole paths, and much text besides. */
const IN_PAGE = /\/_astro\/[\w./-]+\.(?:js|css)\b/g;

/** The section of a page, as its sidebar tells it. */
const SECTION = /<section-sidebar data-section="([^"]+)"/;

/** Assets in the code of one another, where paths may be relative. */
const IN_ASSET = /["'`(/][\w.-]+\.(?:js|css)\b/g;

/**
 * Reads what does not change while pages are finished, on the processor that is free then.
 *
 * @param folder - The built site, whose pages are drawn.
 */
export async function readFinishedFirst(folder: string): Promise<ReadonlyMap<string, ReadFile>> {
  const below = async (part: string) =>
    (await filesBelow(join(folder, part))).map((file) => `${part}/${file}`);
  const files = (await Promise.all(FINISHED_FIRST.map(below))).flat();
  return new Map(await Promise.all(files.map(async (file) => [file, await readOne(folder, file)] as const)));
}

/**
 * Lists, per section and for the whole site, what a reader downloads to have it offline, with sizes.
 *
 * @param known - What is read already.
 */
export async function listDownloads(
  folder: string,
  base: string,
  known: ReadonlyMap<string, ReadFile>,
): Promise<Downloads> {
  const all = (await filesBelow(folder)).filter((file) => !LEFT_OUT.test(file) && !errorFiles.includes(file));
  const others = all.filter((file) => !known.has(file));
  const read = new Map([...known, ...(await readAll(folder, others))]);
  const interactive = new Set(apis.map(({ page }) => `${page}/index.html`));
  const assets = new AssetFinder(read);
  const needsOf = (page: string) => {
    // An interactive reference is drawn from the contract of its API.
    const contract = apis.find((api) => page === `${api.page}/index.html`)?.name;
    return [page, 'favicon.svg', ...(contract ? [`openapi/${contract}.json`] : []), ...assets.of(page)];
  };
  const withNeeds = (pages: readonly string[]) => [...new Set(pages.flatMap(needsOf))];
  const pages = all.filter(isPage);
  const guides = pages.filter((page) => !interactive.has(page));
  const choices = [
    ...sections.map(({ id }) => {
      const own = guides.filter((page) => read.get(page)!.section === id);
      return { id, pages: own.length, files: withNeeds(own) };
    }),
    { id: INTERACTIVE, pages: interactive.size, files: withNeeds([...interactive]) },
    { id: WHOLE_SITE, pages: pages.length, files: all },
  ];

  const places = new Map(all.map((file, place) => [file, place]));
  return {
    files: all.map((file) => [`${base}/${file.replace(/(^|\/)index\.html$/, '$1')}`, read.get(file)!.bytes]),
    choices: choices.map(({ files, ...choice }) => {
      const own = files.filter((file) => places.has(file));
      const revision = hashOf(own.map((file) => read.get(file)!.hash).join());
      return { ...choice, revision, files: own.map((file) => places.get(file)!) };
    }),
  };
}

const isPage = (file: string) => file.endsWith('index.html');

/** What is to be known of a file. */
export interface ReadFile {
  hash: string;
  /** As transferred: compressed as hosts commonly do it. */
  bytes: number;
  /** Names of assets in its text; some may be of no file. */
  named: readonly string[];
  /** Of a page, if it has a sidebar. */
  section: string | undefined;
}

/** Reads each file once; a few are compressed at a time: thousands would not fit into memory. */
async function readAll(folder: string, files: readonly string[]): Promise<Map<string, ReadFile>> {
  const all = new Map<string, ReadFile>();
  const queue = files.values();
  const lanes = Array.from({ length: availableParallelism() * 2 }, async () => {
    for (const file of queue) all.set(file, await readOne(folder, file));
  });
  await Promise.all(lanes);
  return all;
}

async function readOne(folder: string, file: string): Promise<ReadFile> {
  const content = readFileSync(join(folder, file));
  return {
    hash: hashOf(content),
    bytes: await transferred(file, content),
    named: namedIn(file, content),
    section: isPage(file) ? SECTION.exec(content.toString())?.[1] : undefined,
  };
}

async function transferred(file: string, content: Buffer): Promise<number> {
  if (COMPRESSED.test(file)) return content.length;
  const params = { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  return (await brotli(content, { params })).length;
}

function namedIn(file: string, content: Buffer): string[] {
  const pattern = isPage(file) ? IN_PAGE : isAsset(file) ? IN_ASSET : undefined;
  const paths = new Set(pattern && content.toString().match(pattern));
  return [...paths].map((path) => /[\w.-]+$/.exec(path)![0]);
}

const isAsset = (file: string) => file.startsWith('_astro/');

/** Finds what a page loads from `_astro/`, also what its scripts load, now or later. */
class AssetFinder {
  readonly #read: ReadonlyMap<string, ReadFile>;
  /** Files by their names: with a hash they are unique, so that one in a text is a use of the file. */
  readonly #assets: ReadonlyMap<string, string>;

  constructor(read: ReadonlyMap<string, ReadFile>) {
    this.#read = read;
    const assets = [...read.keys()].filter(isAsset);
    this.#assets = new Map(assets.map((file) => [file.slice(file.lastIndexOf('/') + 1), file]));
  }

  /** All assets that a file needs, each once. */
  of(file: string): string[] {
    const all = new Set<string>();
    const queue = this.#namedIn(file);
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
      if (all.has(next)) continue;
      all.add(next);
      queue.push(...this.#namedIn(next));
    }
    return [...all];
  }

  #namedIn(file: string): string[] {
    return this.#read.get(file)!.named.flatMap((name) => this.#assets.get(name) ?? []);
  }
}
