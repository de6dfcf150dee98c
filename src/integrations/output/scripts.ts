import { readdir, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { hashOf } from '../content-hash.ts';
import { bundle, codeOf, isAddress, minified } from './bundle-scripts.ts';

/** A script of pages: its address, or the code of an inline one. */
type Script = string;

/** A script that at least this share of the pages has is common: it goes into a file that all of them load. */
const COMMON = 0.5;

/** An inline module that at least this share of the pages has becomes a file of its own. */
const FREQUENT = 0.1;

/**
 * The script of the code blocks: it makes wide ones focusable as regions without a name, several to a page.
 * `src/client/focusable-scrollers.ts` does it for all that scrolls, and without regions.
 */
const REPLACED = /<script type="module" src="[^"]*\/_astro\/ec\.[^"]+"><\/script>/g;

const MODULE = /<script type="module"(?: src="([^"]+)")?>([\s\S]*?)<\/script>/g;

/** An inline script that is no module: what must run before the page is drawn, and Astro's code for islands. */
const CLASSIC = /<script((?: data-[^>]*)?)>([^<][\s\S]*?)<\/script>/g;

/** What waits for a touch: Astro's runtime of islands with the directives that it calls, and the search. */
const ISLANDS = /customElements\.define\(["'`]astro-island|self\.Astro\|\|/;
const SEARCH = /customElements\.define\(["'`]site-search/;

/** An island that does not wait for a reader to reach for it: it needs Astro's code at once. */
const LOADS_BY_ITSELF = /<astro-island [^>]*\bclient="(?!intent")/;

/**
 * Puts the scripts that most pages share into a few files. Starlight and Astro give every component a script of
 * its own, inline where it is small: a dozen requests on the first page, and the inline ones again on every
 * later page. A file is fetched once and kept.
 *
 * - `before-paint` holds inline scripts, and stands where they stood, so that the page is not drawn before;
 * - `site` holds modules;
 * - `island` and `search` hold what `src/client/islands/hydrate-on-intent.ts` loads when a reader reaches for a control.
 */
export class ScriptFinisher {
  readonly #folder: string;
  readonly #pages: number;
  readonly #usage = new Map<Script, number>();
  readonly #minified = new Map<Script, string>();
  /** Files that take the place of inline scripts, where these stand. */
  readonly #files = new Map<Script, string>();
  /** Scripts that stand in the files of the head. */
  #merged: ReadonlySet<Script> = new Set();
  #site = '';
  #islands = '';

  /**
   * @param folder - The built site.
   * @param pages - How many pages it has.
   */
  constructor(folder: string, pages: number) {
    this.#folder = folder;
    this.#pages = pages;
  }

  /** Counts the scripts of a page. */
  learn(html: string): void {
    const page = html.replaceAll(REPLACED, '');
    const modules = [...page.matchAll(MODULE)].map(([, address, code = '']) => address ?? code);
    const classics = [...page.matchAll(CLASSIC)].map(([, , code = '']) => code);
    for (const script of new Set([...modules, ...classics]))
      this.#usage.set(script, (this.#usage.get(script) ?? 0) + 1);
    for (const script of classics) this.#minified.set(script, '');
  }

  /**
   * Writes the files of the common scripts, once all pages are learned.
   *
   * @param define - Values of names that the script of all pages reads.
   */
  async writeShared(define: Record<string, unknown>): Promise<void> {
    const files = await readdir(join(this.#folder, '_astro'));
    const islands: Script[] = [];
    const search: Script[] = [];
    const modules: Script[] = [];
    for (const [script, pages] of this.#usage) {
      const isInline = !isAddress(script);
      if (pages < this.#pages * (isInline ? FREQUENT : COMMON)) continue;
      const isCommon = pages >= this.#pages * COMMON;
      const isClassic = this.#minified.has(script);
      const code = await codeOf(this.#folder, script);
      if (isCommon && ISLANDS.test(code)) islands.push(script);
      else if (isCommon && SEARCH.test(code)) search.push(script);
      else if (isCommon && !isClassic) modules.push(script);
      else if (isCommon) this.#files.set(script, await this.#write('before-paint', minified(code)));
      else if (!isClassic) this.#files.set(script, await this.#write('module', code));
    }
    this.#merged = new Set([...islands, ...search, ...modules]);
    this.#islands = await this.#bundle('island', islands, {});
    const SEARCH_INTERFACE = assetAddress(files, 'search-interface');
    const SEARCH_CODE = await this.#bundle('search', search, { SEARCH_INTERFACE });
    this.#site = await this.#bundle('site', modules, {
      ISLAND_CODE: this.#islands,
      SEARCH_CODE,
      ...define,
    });
    const merged = [...this.#merged].filter(isAddress).map((script) => basename(script));
    const left = files.filter((file) => merged.includes(file) || /^ec\..+\.js$/.test(file));
    await Promise.all(left.map((file) => rm(join(this.#folder, '_astro', file))));
  }

  /** A page with the files in place of its common scripts. */
  finish(html: string): string {
    const addresses = LOADS_BY_ITSELF.test(html) ? [this.#site, this.#islands] : [this.#site];
    const module = (address: string) => `<script type="module" src="${address}"></script>`;
    return html
      .replaceAll(REPLACED, '')
      .replace(MODULE, (element, address?: string, code = '') => {
        const script = address ?? code;
        const file = this.#files.get(script);
        return file ? module(file) : this.#merged.has(script) ? '' : element;
      })
      .replace(CLASSIC, (_element, attributes: string, code: string) => {
        const file = this.#files.get(code);
        if (file) return `<script${attributes} src="${file}"></script>`;
        return this.#merged.has(code) ? '' : `<script${attributes}>${this.#shortened(code)}</script>`;
      })
      .replace('</head>', `${addresses.map(module).join('')}</head>`);
  }

  /** Pages share a few inline scripts. */
  #shortened(code: string): string {
    const known = this.#minified.get(code) || minified(code);
    this.#minified.set(code, known);
    return known;
  }

  async #bundle(stem: string, scripts: readonly Script[], values: Record<string, unknown>) {
    const define = Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, JSON.stringify(value)]),
    );
    return this.#write(stem, await bundle(this.#folder, scripts, define));
  }

  /** Writes code under a name that tells its content, and returns its address. */
  async #write(stem: string, code: string): Promise<string> {
    const address = `/_astro/${stem}.${hashOf(code)}.js`;
    await writeFile(join(this.#folder, address), code);
    return address;
  }
}

/** Address of the script that the bundler made from a module, such as `search-interface`. */
function assetAddress(files: readonly string[], module: string): string {
  const file = files.find((name) => name.startsWith(`${module}.`) && name.endsWith('.js'));
  if (!file) throw new Error(`The build made no script of its own from ${module}.`);
  return `/_astro/${file}`;
}
