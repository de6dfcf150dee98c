import { glob, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PurgeCSS, type ExtractorResultDetailed } from 'purgecss';
import { hashOf } from '../content-hash.ts';

/** What is replaced in every page, and by what. */
export type Replacement = [what: string | RegExp, by: string];

/**
 * Which styles share a file; the first group that matches decides. Left alone, the bundler puts the styles of one
 * component into several files, and small ones into every page.
 */
export const styleGroups = [
  { name: 'reference', test: /starlight-openapi\/components\/.+type=style/ },
  {
    name: 'layout',
    test: /src\/styles\/.+\.css$|starlight\/dist\/(components|style|user-components)\/|src\/components\/(starlight|layout|islands|content\/(parts\/)?(Diagram|Endpoint|Enum|FieldList|Fields|Method|Parameters|Values)\.)/,
  },
];

/** Stylesheets of code that brings its own markup, so that no built page shows what they match. */
const LOADED_BY_SCRIPTS = /^(api-reference|search)\./;

/**
 * Expressive Code writes its styles into a file for pages with code. They join those of all pages: 0.3 kB (brotli) and a
 * request less for most pages, and a reader's second page needs no further stylesheet.
 */
const CODE = /^ec\./;
const LAYOUT = /^layout\./;

/** Parts of selectors that no page names, so that PurgeCSS would take their rules for unused. */
const USED_WITHOUT_NAMES = [
  // A nested rule may name nothing but its parent.
  '&',
  // `li > :last-child` names only `li`; in `:is(:last-child:not(…))` there is no name at all.
  /^:/,
];

/**
 * Removes the rules that no page uses from the stylesheets of a built site: 14.7 kB (brotli) become 9.
 *
 * @param folder - The built site.
 * @returns What pages have to say instead. A name holds a hash of the content, since browsers keep the file for good.
 */
export async function purgeStyles(folder: string): Promise<Replacement[]> {
  const assets = join(folder, '_astro');
  const sheets = await Array.fromAsync(glob('*.css', { cwd: assets }), async (name) => ({
    name,
    raw: await readFile(join(assets, name), 'utf8'),
  }));
  const css = sheets.map(({ raw }) => raw).join('\n');
  const purged = await new PurgeCSS().purge({
    content: [`${folder}/**/*.html`, `${assets}/!(client|react|search-interface).*.js`],
    extractors: [{ extensions: ['html'], extractor: namesInTags }],
    css: sheets.filter(({ name }) => !LOADED_BY_SCRIPTS.test(name)),
    safelist: { standard: USED_WITHOUT_NAMES, variables: await variablesRead(folder, css) },
    // Whether an element has an attribute is looked up; its value may change.
    dynamicAttributes: namesIn(css, /\[([\w-]+)/g),
    variables: true,
  });
  const codeStyles = purged.find(({ file }) => CODE.test(file!));
  const changes: Replacement[] = [];
  for (const { css: own, file } of purged) {
    const name = file!;
    await rm(join(assets, name));
    if (CODE.test(name)) {
      changes.push([new RegExp(`<link rel="stylesheet" href="[^"]*/${RegExp.escape(name)}"/?>`, 'g'), '']);
      continue;
    }
    const content = LAYOUT.test(name) ? own + (codeStyles?.css ?? '') : own;
    const newName = name.replace(/[^.]+(?=\.css$)/, hashOf(content));
    await writeFile(join(assets, newName), content);
    changes.push([name, newName]);
  }
  return changes;
}

/** The names in the tags of a page. PurgeCSS by itself takes each word of its text for one, too: 0.4 kB more. */
function namesInTags(html: string): ExtractorResultDetailed {
  const tags = new Set<string>();
  const attributes = new Set<string>();
  const values = new Set<string>();
  for (const [, tag = '', rest = ''] of html.matchAll(/<([a-z][\w-]*)((?:"[^"]*"|[^>"])*)>/g)) {
    tags.add(tag);
    for (const [, name = '', value = ''] of rest.matchAll(/([\w:-]+)(?:="([^"]*)")?/g)) {
      attributes.add(name);
      if (name === 'class' || name === 'id') value.split(/\s+/).forEach((each) => values.add(each));
    }
  }
  const classesAndIds = [...values];
  return {
    tags: [...tags],
    classes: classesAndIds,
    ids: classesAndIds,
    attributes: { names: [...attributes], values: [] },
    undetermined: [],
  };
}

/** The custom properties that any stylesheet or page reads. PurgeCSS looks for readers in the same file alone. */
async function variablesRead(folder: string, css: string): Promise<string[]> {
  const READ = /var\(\s*(--[\w-]+)/g;
  const names = new Set(namesIn(css, READ));
  for await (const page of glob('**/*.html', { cwd: folder }))
    for (const name of namesIn(await readFile(join(folder, page), 'utf8'), READ)) names.add(name);
  return [...names];
}

/** What the first group of a pattern matches, each once. */
function namesIn(text: string, pattern: RegExp): string[] {
  return [...new Set([...text.matchAll(pattern)].map(([, name]) => name!))];
}
