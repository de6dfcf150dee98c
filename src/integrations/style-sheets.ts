import { readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { PurgeCSS } from 'purgecss';

/**
 * Which styles share a file. Left alone, the bundler follows the modules that happen to import one another,
 * and styles of the reference end up on guides. The first group that matches decides.
 */
const groups = [
  // The static reference of starlight-openapi: on its own pages alone.
  { name: 'reference', test: /starlight-openapi\/components\/.+type=style/ },
  // What most guides use.
  {
    name: 'guide',
    test: /(Tabs|Diagram|Endpoint|Fields|FieldList|Method|Values|Enum|Parameters)\.astro.+type=style/,
  },
  // What few pages use: never linked, each page holds the rules that it needs.
  {
    name: 'rare',
    test: /(starlight\/dist\/user-components\/(?!Icon)|src\/components\/(content|reference)\/).+type=style/,
  },
  // The frame and the text: on every page, so in one file that is fetched once.
  {
    name: 'frame',
    test: /(src\/styles\/.+\.css|(starlight\/dist\/(components|style|user-components\/Icon)|src\/components\/(frame|starlight)\/).+)$/,
  },
];

/** Files that all pages share, freed of what none of them uses. */
const SHARED = /^(frame|guide|ec)\..+\.css$/;

/** The file whose rules go into the pages that need them. */
const RARE = /^rare\..+\.css$/;

/** Names in selectors that scripts and the browser set, so that no built page shows them. */
const dynamicAttributes = [
  'open',
  'data-theme',
  'data-colour-mode',
  'data-header-hidden',
  'data-announcement-dismissed',
  'aria-current',
  'aria-selected',
];
const dynamicClasses = ['copy-code'];

/** Keeps each page's styles to what pages of its kind use. */
export function styleSheets(): AstroIntegration {
  return {
    name: 'style-sheets',
    hooks: {
      'astro:config:setup': ({ updateConfig }) => {
        const output = { codeSplitting: { groups } };
        updateConfig({ vite: { environments: { prerender: { build: { rolldownOptions: { output } } } } } });
      },
      'astro:build:done': async ({ dir }) => {
        const folder = fileURLToPath(dir);
        const used = await placeRareStyles(folder);
        await purgeSharedStyles(folder, used);
      },
    },
  };
}

/** Puts into each page the rare rules that it needs. Returns all names that the pages use. */
async function placeRareStyles(folder: string): Promise<Set<string>> {
  const assets = join(folder, '_astro');
  const rare = (await readdir(assets)).filter((file) => RARE.test(file));
  const css = (await Promise.all(rare.map((file) => readFile(join(assets, file), 'utf8')))).join('\n');
  const slice = slicer(css);
  const used = new Set<string>();
  for (const page of (await readdir(folder, { recursive: true })).filter((file) => file.endsWith('.html'))) {
    const path = join(folder, page);
    const html = (await readFile(path, 'utf8')).replaceAll(
      /<link rel="stylesheet" href="[^"]*\/rare\.[^"]+">/g,
      '',
    );
    const names = namesOf(html);
    names.forEach((name) => used.add(name));
    const needed = await slice(names);
    await writeFile(
      path,
      needed === '' ? html : html.replace('</head>', () => `<style>${needed}</style></head>`),
    );
  }
  await Promise.all(rare.map((file) => rm(join(assets, file))));
  return used;
}

/** Cuts the rules for a page out of a stylesheet. Pages that use the same classes share the work. */
function slicer(css: string): (names: ReadonlySet<string>) => Promise<string> {
  const classes = [...new Set([...css.matchAll(/\.([\w-]+)/g)].map(([, name = '']) => name))];
  const slices = new Map<string, Promise<string>>();
  return (names) => {
    const present = classes.filter((name) => names.has(name));
    const key = present.join(' ');
    const slice = slices.get(key) ?? cut(css, [...present, ...namesWithoutClasses(names)]);
    slices.set(key, slice);
    return slice;
  };
}

/** Elements and attributes decide nothing in styles that are scoped to classes: all are taken as used. */
function namesWithoutClasses(names: ReadonlySet<string>): string[] {
  return [...names].filter((name) => !name.startsWith('astro-') && !name.startsWith('sl-'));
}

async function cut(css: string, names: string[]): Promise<string> {
  const [result] = await new PurgeCSS().purge({
    content: [{ raw: '', extension: 'html' }],
    css: [{ raw: css }],
    safelist: { standard: names, variables: customProperties(names) },
    dynamicAttributes,
    variables: true,
  });
  return (result?.css ?? css).replaceAll(/@[^{};]+\{\s*\}/g, '').trim();
}

/** Frees the shared files of rules and custom properties that no page uses. */
async function purgeSharedStyles(folder: string, used: ReadonlySet<string>) {
  const assets = join(folder, '_astro');
  const sheets = (await readdir(assets))
    .filter((file) => SHARED.test(file))
    .map((file) => join(assets, file));
  const results = await new PurgeCSS().purge({
    content: [{ raw: '', extension: 'html' }],
    css: sheets,
    safelist: { standard: [...used, ...dynamicClasses], variables: [/^--ec-/, ...customProperties(used)] },
    dynamicAttributes,
    variables: true,
  });
  await Promise.all(results.map(({ file = '', css }) => writeFile(file, css)));
}

/** Custom properties that the markup itself uses, as the pictures do. */
function customProperties(names: Iterable<string>): string[] {
  return [...names].filter((name) => name.startsWith('--'));
}

/** Every name in the tags of a page that a selector can ask for. */
function namesOf(html: string): Set<string> {
  const names = new Set<string>();
  for (const [tag] of html.matchAll(/<[a-z][^>]*>/g)) {
    for (const [name] of tag.matchAll(/[\w:-]+/g)) names.add(name);
  }
  return names;
}
