import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { apis } from '../../config/apis.ts';
import { INTERACTIVE, WHOLE_SITE, type Downloads } from '../../config/downloads.ts';
import { sections } from '../../config/sections.ts';
import { filesBelow } from '../files-below.ts';
import { hashOf } from '../finish-pages/scripts.ts';

const brotli = promisify(brotliCompress);

/** Files that hosts send as they are. */
const COMPRESSED = /\.(pf_\w+|pagefind|png|jpe?g|webp|avif|woff2?|zip)$/;

/** Shown to no reader of a page. */
const LEFT_OUT =
  /^(service-worker\.js|downloads\.json|robots\.txt|sitemap.*\.xml|404\.html|500\.html)$|\.(br|gz)$/;

/** Assets in the text of a page, which has their whole paths, and much text besides. */
const IN_PAGE = /\/_astro\/[\w./-]+\.(?:js|css)\b/g;

/** Assets in the code of one another, where paths may be relative. */
const IN_ASSET = /["'`(/][\w.-]+\.(?:js|css)\b/g;

/** Lists, per section and for the whole site, what a reader downloads to have it offline, with sizes. */
export async function listDownloads(folder: string, base: string): Promise<Downloads> {
  const all = (await filesBelow(folder)).filter((file) => !LEFT_OUT.test(file));
  const interactive = new Set(apis.map(({ page }) => `${page}/index.html`));
  const assets = new AssetFinder(folder, all);
  const needed = new Map<string, string[]>();
  for (const page of all.filter(isPage)) {
    // An interactive reference is drawn from the contract of its API.
    const contract = apis.find((api) => page === `${api.page}/index.html`)?.name;
    const own = contract ? [`openapi/${contract}.json`] : [];
    needed.set(page, [page, 'favicon.svg', ...own, ...(await assets.of(page))]);
  }
  const withNeeds = (pages: readonly string[]) => [
    ...new Set(pages.flatMap((page) => needed.get(page) ?? [])),
  ];
  const pages = [...needed.keys()];
  const guides = pages.filter((page) => !interactive.has(page));
  const choices = [
    ...sections.map(({ id }) => {
      const own = guides.filter((page) => sectionOf(page) === id);
      return { id, pages: own.length, files: withNeeds(own) };
    }),
    { id: INTERACTIVE, pages: interactive.size, files: withNeeds([...interactive]) },
    { id: WHOLE_SITE, pages: pages.length, files: all },
  ];

  const weighed = await weighAll(folder, all);
  const places = new Map(all.map((file, place) => [file, place]));
  return {
    files: all.map((file, place) => [
      `${base}/${file.replace(/(^|\/)index\.html$/, '$1')}`,
      weighed[place]!.bytes,
    ]),
    choices: choices.map(({ files, ...choice }) => {
      const own = files.flatMap((file) => places.get(file) ?? []);
      const revision = hashOf(own.map((place) => weighed[place]!.hash).join());
      return { ...choice, revision, files: own };
    }),
  };
}

/** The section of a page: the one whose address its own begins with, else the main one. */
function sectionOf(page: string): string {
  const [folder] = page.split('/');
  return sections.find(({ id }) => id === folder)?.id ?? 'main';
}

const isPage = (file: string) => file.endsWith('index.html');

/** Finds what a page loads from `_astro/`, also what its scripts load, now or later. */
class AssetFinder {
  readonly #folder: string;
  readonly #assets: ReadonlyMap<string, string>;
  readonly #found = new Map<string, Promise<string[]>>();

  constructor(folder: string, files: readonly string[]) {
    this.#folder = folder;
    const assets = files.filter((file) => file.startsWith('_astro/'));
    this.#assets = new Map(assets.map((file) => [file.slice(file.lastIndexOf('/') + 1), file]));
  }

  /** All assets that a file needs, each once. */
  async of(file: string): Promise<string[]> {
    const all = new Set<string>();
    const queue = await this.#namedIn(file);
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
      if (all.has(next)) continue;
      all.add(next);
      queue.push(...(await this.#namedIn(next)));
    }
    return [...all];
  }

  /** Names with a hash are unique, so that one in a text is a use of the file. */
  #namedIn(file: string): Promise<string[]> {
    const found =
      this.#found.get(file) ??
      readFile(join(this.#folder, file), 'utf8').then((text) => {
        const named = new Set(text.match(isPage(file) ? IN_PAGE : IN_ASSET));
        return [...named].flatMap((path) => this.#assets.get(/[\w.-]+$/.exec(path)![0]) ?? []);
      });
    this.#found.set(file, found);
    return found;
  }
}

interface Weighed {
  hash: string;
  /** As transferred: compressed as hosts commonly do it. */
  bytes: number;
}

/** Weighs files, a few at a time: thousands would not fit into memory, and one leaves the other cores idle. */
async function weighAll(folder: string, files: readonly string[]): Promise<Weighed[]> {
  const weighed: Weighed[] = [];
  const queue = files.entries();
  const workers = Array.from({ length: availableParallelism() * 2 }, async () => {
    for (const [place, file] of queue) weighed[place] = await weigh(join(folder, file));
  });
  await Promise.all(workers);
  return weighed;
}

async function weigh(file: string): Promise<Weighed> {
  const content = await readFile(file);
  const hash = hashOf(content);
  if (COMPRESSED.test(file)) return { hash, bytes: content.length };
  const params = { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  return { hash, bytes: (await brotli(content, { params })).length };
}
