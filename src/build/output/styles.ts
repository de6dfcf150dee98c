import { glob, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PurgeCSS, type ExtractorResultDetailed, type UserDefinedOptions } from 'purgecss';
import { hashOf } from '../content-hash.ts';

/** A replacement in every page. */
export type Replacement = [what: string | RegExp, by: string];

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
 * Stylesheets to merge into another one, because their package or import makes a separate file of each. Pages then need
 * one request and 0.3 kB (brotli) less.
 */
const JOINED = [{ file: /^ec\./, into: /^layout\./ }];

/**
 * Parts of selectors whose rules are used although no built page contains them: classes that scripts set, the parent of
 * nested rules, and pseudo-classes, which may be alone as in `:is(:last-child:not(…))`. PurgeCSS must keep these rules.
 */
const SAFELIST = ['copy-code', 'island-alert', 'load-notice', '&', /^:/];

/** Names in selectors of Expressive Code that match nothing here: highlighting uses classes, and code has no frame. */
const NEVER_MATCH = ['style', 'frame'];

/**
 * Removes the rules that no page uses from the stylesheets of a built site. A guide then has 11 kB (brotli) instead of
 * 16.
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
    // Check only whether an element has an attribute, because scripts may change its value.
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
