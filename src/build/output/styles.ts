import { readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PurgeCSS } from 'purgecss';
import { hashOf } from '../content-hash.ts';
import { copyOf, type BuiltPage } from './read-page.ts';

/** A replacement in every page. */
export type Replacement = readonly [what: string | RegExp, by: string];

/**
 * Which styles share a file; the first group that matches decides. Without groups, the bundler puts the styles of one
 * component into several files, and small ones into every page.
 */
export const styleGroups = [
  {
    name: 'layout',
    test: /src\/styles\/.+\.css$|starlight\/dist\/(components|style|user-components)\/|src\/components\/(starlight|layout|islands|(writers|contract|parts)\/(Diagram|Endpoint|Enum|FieldList|Fields|Method|Parameters|Values)\.)/,
  },
];

/** Stylesheets for markup that scripts create, so no built page contains what they match. */
const LOADED_BY_SCRIPTS = /^(api-reference|search)\./;

/**
 * What Expressive Code adds to each page. Its stylesheet is added to another one, so that pages need one request less. Its
 * script makes every wide block a region without a name; `src/client/code/focusable-scrollers.ts` gives them one.
 */
const CODE_FILES = /^ec\./;
const WITH_CODE_STYLES = /^layout\./;

/**
 * Parts of selectors to keep although no built page matches them: classes that scripts set, the parent of
 * nested rules, and pseudo-classes, which may be alone as in `:is(:last-child:not(…))`. PurgeCSS must keep these rules.
 */
const SAFELIST = ['copy-code', 'island-alert', 'load-notice', '&', /^:/];

/** Names in selectors of Expressive Code that match nothing here: highlighting uses classes, and code has no frame. */
const NEVER_MATCH = ['style', 'frame'];

/** The names that selectors can match in the pages of a site, and the styles in the pages themselves. */
export class UsedNames {
  readonly #names: BuiltPage['names'] = {
    tags: new Set(),
    attributes: new Set(),
    classes: new Set(),
    styles: new Set(),
  };

  add({ names, sidebar }: Pick<BuiltPage, 'names' | 'sidebar'>): void {
    for (const kind of Object.keys(names) as (keyof typeof names)[])
      for (const name of names[kind].union(sidebar.names[kind]))
        if (!this.#names[kind].has(name)) this.#names[kind].add(copyOf(name));
  }

  /**
   * Removes the rules that no page uses from the stylesheets of a built site, and gives them new names, which contain a
   * hash of the content. A guide then has 10 kB (brotli) instead of 12.
   *
   * @param assets - The folder of the stylesheets.
   * @returns What to replace in every page.
   */
  async purgeStyles(assets: string): Promise<Replacement[]> {
    const read = (name: string) => readFile(join(assets, name), 'utf8');
    const sheets = new Map<string, string>();
    const replacements: Replacement[] = [];
    let code = '';
    for (const name of await readdir(assets)) {
      if (CODE_FILES.test(name)) {
        if (name.endsWith('.css')) code += await read(name);
        await rm(join(assets, name));
        replacements.push([tagOf(name), '']);
      } else if (name.endsWith('.css')) sheets.set(name, await read(name));
    }
    for (const [name, raw] of sheets) {
      if (LOADED_BY_SCRIPTS.test(name)) continue;
      const others = [...sheets].filter(([other]) => other !== name).map(([, other]) => other);
      const css = await this.#purge(WITH_CODE_STYLES.test(name) ? raw + code : raw, others);
      const newName = name.replace(/[^.]+(?=\.css$)/, hashOf(css));
      await rm(join(assets, name));
      await writeFile(join(assets, newName), css);
      replacements.push([name, newName]);
    }
    return replacements;
  }

  /** @param others - The other stylesheets, which may read custom properties of this one. */
  async #purge(raw: string, others: readonly string[]): Promise<string> {
    const { tags, attributes, classes, styles } = this.#names;
    const names = {
      tags: [...tags],
      classes: [...classes].flatMap((each) => each.split(/\s+/)),
      ids: [],
      attributes: { names: [...attributes], values: [] },
      undetermined: [],
    };
    const [purged] = await new PurgeCSS().purge({
      css: [{ raw }],
      content: [{ raw: '', extension: 'html' }],
      extractors: [{ extensions: ['html'], extractor: () => names }],
      // Check only whether an element has an attribute, because scripts may change its value.
      dynamicAttributes: namesIn(raw, /\[([\w-]+)/g),
      blocklist: NEVER_MATCH,
      variables: true,
      safelist: {
        standard: SAFELIST,
        variables: namesIn([...others, ...styles].join('\n'), /var\(\s*(--[\w-]+)/g),
      },
    });
    return purged!.css;
  }
}

/** The element that loads a stylesheet or a script. */
function tagOf(name: string): RegExp {
  const end = `="[^"]*/${RegExp.escape(name)}"`;
  return new RegExp(
    name.endsWith('.css')
      ? `<link rel="stylesheet" href${end}/?>`
      : `<script type="module" src${end}></script>`,
    'g',
  );
}

/** What the first group of a pattern matches, each once. */
function namesIn(text: string, pattern: RegExp): string[] {
  return [...new Set([...text.matchAll(pattern)].map(([, name]) => name!))];
}
