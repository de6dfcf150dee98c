import { glob, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PurgeCSS, type ExtractorResultDetailed, type UserDefinedOptions } from 'purgecss';
import { hashOf } from '../content-hash.ts';

/** What to replace in every page, and by what. */
export type Replacement = [what: string | RegExp, by: string];

/**
 * Which styles share a file; the first group that matches decides. Left alone, the bundler puts the styles of one
 * component into several files, and small ones into every page.
 */
export const styleGroups = [
  {
    name: 'layout',
    test: /src\/styles\/.+\.css$|starlight\/dist\/(components|style|user-components)\/|src\/components\/(starlight|layout|islands|content\/(parts\/)?(Diagram|Endpoint|Enum|FieldList|Fields|Method|Parameters|Values)\.)/,
  },
];

/** Stylesheets of code that brings its own markup, so that no built page shows what they match. */
const LOADED_BY_SCRIPTS = /^(api-reference|search)\./;

/**
 * Stylesheets to add to another one. Their package or their import makes a file of each; without it, pages need one
 * request less and 0.3 kB (brotli) less.
 */
const JOINED = [{ file: /^ec\./, into: /^layout\./ }];

/**
 * Parts of selectors that no page has, so that PurgeCSS would take their rules for unused: the classes that scripts
 * set, the parent of nested rules, and pseudo-classes, which may stand alone as in `:is(:last-child:not(…))`.
 */
const SAFELIST = ['copy-code', 'island-alert', 'load-notice', '&', /^:/];

/** Names in selectors of Expressive Code that match nothing here: highlighting uses classes, and code has no frame. */
const NEVER_MATCH = ['style', 'frame'];

/**
 * Removes the rules that no page uses from the stylesheets of a built site: 16 kB (brotli) of a guide become 11.
 *
 * @param folder - The built site.
 * @returns What to replace in every page: names change, because they contain a hash of the content.
 */
export async function purgeStyles(folder: string): Promise<Replacement[]> {
  const assets = join(folder, '_astro');
  const sheets = await Array.fromAsync(glob('*.css', { cwd: assets }), async (name) => ({
    name,
    raw: await readFile(join(assets, name), 'utf8'),
  }));
  const loadedByScripts = sheets.filter(({ name }) => LOADED_BY_SCRIPTS.test(name));
  const pages = await namesInPages(folder);
  const options: UserDefinedOptions = {
    css: sheets.filter((sheet) => !loadedByScripts.includes(sheet)),
    content: [{ raw: '', extension: 'html' }],
    extractors: [{ extensions: ['html'], extractor: () => pages.names }],
    // Whether an element has an attribute is looked up; its value may change.
    dynamicAttributes: namesIn(sheets.map(({ raw }) => raw).join('\n'), /\[([\w-]+)/g),
    blocklist: NEVER_MATCH,
  };
  const used = await new PurgeCSS().purge({ ...options, safelist: { standard: SAFELIST } });
  // PurgeCSS only finds the rules that read a custom property if they are in the same file.
  const readers = [
    ...used.map((sheet) => sheet.css),
    ...loadedByScripts.map(({ raw }) => raw),
    ...pages.styles,
  ];
  const variables = namesIn(readers.join('\n'), /var\(\s*(--[\w-]+)/g);
  const purged = await new PurgeCSS().purge({
    ...options,
    css: used.map((sheet) => ({ name: sheet.file!, raw: sheet.css })),
    safelist: { standard: SAFELIST, variables },
    variables: true,
  });
  return writeSheets(assets, new Map(purged.map((sheet) => [sheet.file!, sheet.css])));
}

/** Writes each stylesheet with a hash of its content in its name, and adds the {@link JOINED} ones to others. */
async function writeSheets(assets: string, sheets: ReadonlyMap<string, string>): Promise<Replacement[]> {
  const replacements: Replacement[] = [];
  for (const [name, css] of sheets) {
    await rm(join(assets, name));
    if (JOINED.some(({ file }) => file.test(name))) {
      replacements.push([
        new RegExp(`<link rel="stylesheet" href="[^"]*/${RegExp.escape(name)}"/?>`, 'g'),
        '',
      ]);
      continue;
    }
    const joining = [...sheets].filter(([other]) =>
      JOINED.some(({ file, into }) => file.test(other) && into.test(name)),
    );
    const content = [css, ...joining.map(([, other]) => other)].join('');
    const newName = name.replace(/[^.]+(?=\.css$)/, hashOf(content));
    await writeFile(join(assets, newName), content);
    replacements.push([name, newName]);
  }
  return replacements;
}

/** The names that selectors can match in the pages of a site, and the styles in the pages themselves. */
async function namesInPages(folder: string) {
  const tags = new Set<string>();
  const attributes = new Set<string>();
  const classes = new Set<string>();
  const ids = new Set<string>();
  const styles = new Set<string>();
  for await (const page of glob('**/*.html', { cwd: folder })) {
    const html = await readFile(join(folder, page), 'utf8');
    for (const [, style = ''] of html.matchAll(/<style[^>]*>([^<]*)</g)) styles.add(style);
    for (const [, tag = '', rest = ''] of html.matchAll(/<([a-z][\w-]*)((?:"[^"]*"|[^>"])*)>/g)) {
      tags.add(tag);
      for (const [, name = '', value = ''] of rest.matchAll(/([\w:-]+)(?:="([^"]*)")?/g)) {
        attributes.add(name);
        if (name === 'class') value.split(/\s+/).forEach((each) => classes.add(each));
        if (name === 'id') ids.add(value);
        if (value.includes('var(')) styles.add(value);
      }
    }
  }
  const names: ExtractorResultDetailed = {
    tags: [...tags],
    classes: [...classes],
    ids: [...ids],
    attributes: { names: [...attributes], values: [] },
    undetermined: [],
  };
  return { names, styles };
}

/** What the first group of a pattern matches, each once. */
function namesIn(text: string, pattern: RegExp): string[] {
  return [...new Set([...text.matchAll(pattern)].map(([, name]) => name!))];
}
