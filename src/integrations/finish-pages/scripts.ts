import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { build } from 'rolldown';
import { minifySync } from 'rolldown/utils';
import { hashOf } from '../content-hash.ts';

/** Apart from the scripts that use it: in one of them, the others would run that one a second time. */
export const scriptGroups = [{ name: 'preload-helper', test: /vite\/preload-helper/ }];

/** A script that at least this share of the pages has is common: it goes into the one file that all of them load. */
const COMMON = 0.5;

/**
 * The script of the code blocks: it makes wide ones focusable as regions without a name, several to a page.
 * `src/client/focusable-scrollers.ts` does it for all that scrolls, and without regions.
 */
const REPLACED = /<script type="module" src="[^"]*\/_astro\/ec\.[^"]+"><\/script>/g;

const MODULE = /<script type="module"(?: src="([^"]+)")?>([\s\S]*?)<\/script>/g;

/** What Vite's helper would load beside an import on demand; the one in its place does not read it. */
const FILES_AHEAD = /^const __vite__mapDeps=.*\n|,__vite__mapDeps\(\[[^\]]*\]\)/g;

/** An inline script that is no module: what must run before the page is drawn. */
const CLASSIC = /(<script(?: data-[^>]*)?>)([^<][\s\S]*?)<\/script>/g;

/** The runtime of Astro's islands and our directive: classic inline scripts, the same on every page. */
const ISLANDS =
  /<script>(\(\(\)=>\{(?:(?!<\/script>)[\s\S])*?(?:customElements\.define\("astro-island"|self\.Astro\|\|)[\s\S]*?)<\/script>/g;

/** An island that does not wait for a reader to reach for it: it needs Astro's code at once. */
const LOADS_BY_ITSELF = /<astro-island [^>]*\bclient="(?!intent")/;

/** The oldest JavaScript that browsers of our readers know. */
const TARGET = 'es2022';

/** Modules that stand in no file: the one of all scripts, each script, and what takes the place of Vite's helper. */
const SITE = '\0site';
const SCRIPT = '\0script:';
const HELPER = '\0helper:';

/** What Astro writes for islands and nothing reads: two names, and styles that stand in src/styles/frame.css. */
const UNREAD =
  /(?<=<astro-island) uid="[^"]*"|(?<= opts="\{)&quot;name&quot;:&quot;\w+&quot;,|<style>astro-island,astro-slot,[^<]*<\/style>/g;

/**
 * Puts the scripts that most pages share into one file. Starlight and Astro give every component a script of
 * its own, inline where it is small: a dozen requests on the first page, and the inline ones again on every
 * later page. One file is fetched once and kept.
 */
export class ScriptFinisher {
  readonly #folder: string;
  readonly #pages: number;
  /** How many pages have a script: an address, or the code of an inline one. */
  readonly #usage = new Map<string, number>();
  readonly #inline = new Map<string, string>();
  #common: ReadonlySet<string> = new Set();
  #address = '';
  #runtime = '';

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
    for (const script of scriptsOf(html.replaceAll(REPLACED, '')))
      this.#usage.set(script, (this.#usage.get(script) ?? 0) + 1);
  }

  /** Writes the common scripts into one file, once all pages are learned. */
  async writeShared(): Promise<void> {
    const common = [...this.#usage].filter(([, pages]) => pages >= this.#pages * COMMON);
    this.#common = new Set(common.map(([script]) => script));
    const runtimes = [...this.#common].filter(isRuntime).map(minified);
    this.#runtime = await write(this.#folder, 'island', runtimes.join(''));
    const scripts = [...this.#common].filter((script) => !isRuntime(script));
    const define = {
      ISLAND_RUNTIME: JSON.stringify(this.#runtime),
      SEARCH_INTERFACE: JSON.stringify(await assetAddress(this.#folder, 'search-interface')),
    };
    this.#address = await write(this.#folder, 'site', await bundle(this.#folder, scripts, define));
    const files = await readdir(join(this.#folder, '_astro'));
    const merged = scripts.filter(isAddress).map((script) => basename(script));
    const left = files.filter((file) => merged.includes(file) || /^ec\..+\.js$/.test(file));
    await Promise.all(left.map((file) => rm(join(this.#folder, '_astro', file))));
  }

  /** A page with the one file in place of its common scripts. */
  finish(html: string): string {
    const files = LOADS_BY_ITSELF.test(html) ? [this.#address, this.#runtime] : [this.#address];
    return replaceCommon(html.replaceAll(REPLACED, '').replaceAll(UNREAD, ''), this.#common, files).replace(
      CLASSIC,
      (_script, start: string, code: string) => `${start}${this.#minified(code)}</script>`,
    );
  }

  /** Pages share a few inline scripts. */
  #minified(code: string): string {
    const known = this.#inline.get(code) ?? minified(code);
    this.#inline.set(code, known);
    return known;
  }
}

/**
 * Code without what only its writers read.
 *
 * @throws Error when it is no JavaScript.
 */
function minified(code: string): string {
  const result = minifySync('inline.js', code, { compress: { target: TARGET } });
  const [error] = result.errors;
  if (error) throw new Error(`An inline script cannot be read: ${error.message}\n${error.codeframe}`);
  return result.code;
}

/** Astro's code for islands: it loads when a reader reaches for one, see src/client/islands/intent-directive.ts. */
function isRuntime(script: string): boolean {
  return script.includes('customElements.define("astro-island"');
}

/** The scripts of a page, each once: an address, or the code of an inline one. */
function scriptsOf(html: string): Set<string> {
  const modules = [...html.matchAll(MODULE)].map(([, address, code = '']) => address ?? code);
  const islands = [...html.matchAll(ISLANDS)].map(([, code = '']) => code);
  return new Set([...modules, ...islands]);
}

/** The page without its common scripts, and with the files that hold them. */
function replaceCommon(html: string, common: ReadonlySet<string>, addresses: readonly string[]): string {
  const files = addresses.map((address) => `<script type="module" src="${address}"></script>`);
  return html
    .replace(MODULE, (script, source?: string, code = '') => (common.has(source ?? code) ? '' : script))
    .replace(ISLANDS, (script, code: string) => (common.has(code) ? '' : script))
    .replace('</head>', `${files.join('')}</head>`);
}

/**
 * Bundles scripts into one.
 *
 * @param define - Values of names that the scripts read.
 */
async function bundle(folder: string, scripts: readonly string[], define: Record<string, string>) {
  const assets = join(folder, '_astro');
  const { output } = await build({
    input: { site: SITE },
    platform: 'browser',
    transform: { target: TARGET, define },
    write: false,
    output: { format: 'es', minify: true, comments: false },
    plugins: [
      {
        name: 'site-scripts',
        resolveId(id, _importer, { kind }) {
          if (id === SITE || id.startsWith(SCRIPT)) return id;
          // Vite wraps each import on demand to load its styles beside it; ours load their own.
          if (/\/preload-helper\./.test(id)) return HELPER + id;
          // Code that loads on demand stays in its own file, beside this one.
          return kind === 'dynamic-import' ? { id, external: true } : join(assets, id);
        },
        async load(id) {
          if (id === SITE) return scripts.map((_, index) => `import '${SCRIPT}${index}';`).join('\n');
          if (id.startsWith(HELPER)) {
            const helper = await readFile(join(assets, id.slice(HELPER.length)), 'utf8');
            const [, name] = /\bas (\w+)\s*\}/.exec(helper) ?? [];
            if (!name) throw new Error(`${id} exports something else than Vite's helper did.`);
            return `export const ${name} = (load) => load();`;
          }
          if (!id.startsWith(SCRIPT)) return null;
          const script = scripts[Number(id.slice(SCRIPT.length))] ?? '';
          const code = isAddress(script) ? await readFile(join(folder, script), 'utf8') : script;
          return code.replace(FILES_AHEAD, '');
        },
      },
    ],
  });
  return output[0].code;
}

/** An address, and no code. */
function isAddress(script: string): boolean {
  return script.startsWith('/') && script.endsWith('.js');
}

/** Address of the script that the bundler made from a module, such as `search-interface`. */
async function assetAddress(folder: string, module: string): Promise<string> {
  const files = await readdir(join(folder, '_astro'));
  const file = files.find((name) => name.startsWith(`${module}.`) && name.endsWith('.js'));
  if (!file) throw new Error(`The build made no script of its own from ${module}.`);
  return `/_astro/${file}`;
}

/** Writes code under a name that tells its content, and returns its address. */
async function write(folder: string, stem: string, code: string): Promise<string> {
  const address = `/_astro/${stem}.${hashOf(code)}.js`;
  await writeFile(join(folder, address), code);
  return address;
}
