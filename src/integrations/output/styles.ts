import { readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PurgeCSS } from 'purgecss';
import { withoutReplacedRules } from './code-styles.ts';
import { propertiesIn, withSources } from './custom-properties.ts';
import { withFixedSettings } from './fixed-settings.ts';
import { hashOf } from '../content-hash.ts';
import { RareRules, splitRareRules } from './rare-rules.ts';
import { ScopeUses } from './scope-uses.ts';
import { joinSheets, OMITTED_LINK, RARE, readSheets, SHARED, type Sheets } from './stylesheets.ts';
import { ShortNames, TAG } from './short-names.ts';

/** A rule, with one selector, that asks for a class within; the purge takes such as used. */
const HAS_CLASS = /(?<=^|[{}])[^{},]*:has\(\.([\w-]+)\)[^{},]*\{[^{}]*\}/g;

const TAGS = new RegExp(TAG, 'g');

/** Names in selectors that scripts and the browser set, so that no built page shows them. */
const dynamicAttributes = [
  'open',
  'data-theme',
  'data-color-mode',
  'data-header-hidden',
  'data-announcement-dismissed',
  'data-missing',
  'aria-current',
  'aria-selected',
];
const dynamicClasses = ['copy-code', 'island-alert', 'load-notice'];

/** Keeps each page's styles to what pages of its kind use. */
export class StyleFinisher {
  readonly #assets: string;
  readonly #shared: Sheets;
  /** Files that go, since their rules are elsewhere. */
  readonly #omitted: readonly string[];
  readonly #rare: RareRules;
  /** Custom properties that shared files read; rare rules may set them. */
  readonly #sharedProperties: ReadonlySet<string>;
  /** Custom properties that all other styles read. */
  readonly #otherProperties: ReadonlySet<string>;
  readonly #slices = new Map<string, Promise<string>>();
  readonly #used = new Set<string>();
  readonly #seenTags = new Set<string>();
  readonly #names = new ShortNames();
  /** Known once the shared files are purged. */
  #uses: ScopeUses | undefined;
  /** Names of shared files before and after they were purged. */
  readonly #renamed = new Map<string, string>();

  private constructor(assets: string, sheets: Sheets) {
    const { shared, joined } = joinSheets(sheets);
    const rare = new Map([...sheets].filter(([file]) => RARE.test(file)));
    const others = [...sheets]
      .filter(([file]) => !shared.has(file) && !joined.includes(file))
      .map(([, css]) => css);
    this.#assets = assets;
    const { rest, rareRules } = splitRareRules(shared);
    this.#shared = rest;
    this.#omitted = [...rare.keys(), ...joined];
    this.#rare = new RareRules([...rare.values(), rareRules].join('\n'));
    this.#sharedProperties = propertiesIn([...rest.values()].join('\n'));
    this.#otherProperties = propertiesIn([...others, this.#rare.css].join('\n'));
  }

  /** Reads the stylesheets of a built site. */
  static async read(folder: string): Promise<StyleFinisher> {
    const assets = join(folder, '_astro');
    return new StyleFinisher(assets, withFixedSettings(withoutReplacedRules(await readSheets(assets))));
  }

  /** Notes every name in the tags of a page that a selector can ask for. Most tags recur on all pages. */
  learn(html: string): void {
    for (const [tag] of html.matchAll(TAGS)) {
      if (this.#seenTags.has(tag)) continue;
      this.#seenTags.add(tag);
      for (const [name] of tag.matchAll(/[\w:-]+/g)) this.#used.add(name);
      this.#names.learn(tag);
    }
  }

  /** Writes the shared files anew, under names that tell their content, without what no page uses. */
  async writeShared(): Promise<void> {
    const rules = await this.#purgeShared([...this.#shared.values()]);
    // A custom property that one file sets is read by the others, by what is rare, and by the pages themselves.
    const written = [...this.#used].filter((name) => name.startsWith('--'));
    const read = [...propertiesIn(rules.join('\n')), ...this.#otherProperties, ...written];
    const purged = await this.#purgeShared(rules, [...withSources(read, rules.join('\n'))]);
    this.#uses = new ScopeUses([...purged, this.#rare.css], dynamicClasses);
    this.#names.nameProperties(purged, await this.#othersByContent());
    for (const [index, file] of [...this.#shared.keys()].entries()) {
      const css = this.#names.shorten(withoutEmptyRules(purged[index]!));
      const name = file.replace(/\.[^.]+\.css$/, `.${hashOf(css)}.css`);
      await rm(join(this.#assets, file));
      await writeFile(join(this.#assets, name), css);
      this.#renamed.set(file, name);
    }
    await Promise.all(this.#omitted.map((file) => rm(join(this.#assets, file))));
  }

  /**
   * Shared stylesheets without the rules that no page uses.
   *
   * @param properties - The custom properties that are read; the others go, too. Without them all stay.
   */
  async #purgeShared(sheets: readonly string[], properties?: string[]): Promise<string[]> {
    const results = await new PurgeCSS().purge({
      ...used([...this.#used, ...dynamicClasses]),
      css: sheets.map((raw) => ({ raw })),
      // Where no page runs from right to left, rules that ask for the direction are for other sites.
      blocklist: this.#used.has('rtl') ? [] : ['dir'],
      // A nested selector may name nothing else outside :is(), and then it would go.
      safelist: { standard: ['&'], variables: properties ?? [] },
      variables: properties !== undefined,
    });
    return results.map(({ css }) => css);
  }

  /** A page with the shared files under their new names and the rare rules that it needs. */
  async finish(html: string): Promise<string> {
    let page = html.replaceAll(OMITTED_LINK, '');
    for (const [file, name] of this.#renamed) page = page.replaceAll(`/_astro/${file}`, `/_astro/${name}`);
    const names = [...page.matchAll(/\bclass="([^"]+)"/g)].flatMap(([, list = '']) => list.split(' '));
    const present = [...new Set(names)].filter((name) => this.#rare.classes.has(name)).sort();
    const key = present.join(' ');
    const slice = this.#slices.get(key) ?? this.#cut(present);
    this.#slices.set(key, slice);
    const rules = await slice;
    return rules === '' ? page : page.replace('</head>', () => `<style>${rules}</style></head>`);
  }

  /** A finished page with short names, and without those that no style asks for. */
  shorten(page: string): string {
    return this.#names.shortenPage(this.#uses!.dropUnused(page));
  }

  /** The finished stylesheets by their addresses. */
  async finished(): Promise<Map<string, string>> {
    return new Map([...(await readSheets(this.#assets))].map(([file, css]) => [`/_astro/${file}`, css]));
  }

  /** Texts of the stylesheets and scripts that are neither shared nor rare, and of the one that comes later. */
  async #othersByContent(): Promise<string[]> {
    const files = (await readdir(this.#assets)).filter((file) => /\.(css|js)$/.test(file));
    const others = files.filter((file) => !SHARED.test(file) && !this.#omitted.includes(file));
    const paths = [...others.map((file) => join(this.#assets, file))];
    return Promise.all(paths.map((path) => readFile(path, 'utf8')));
  }

  /** Rare rules ask for classes first; elements and attributes beside them are taken as used. */
  async #cut(classes: readonly string[]): Promise<string> {
    if (classes.length === 0) return '';
    const names = [...classes, ...[...this.#used].filter((name) => !this.#rare.classes.has(name))];
    const [result] = await new PurgeCSS().purge({
      ...used(names),
      css: [{ raw: this.#rare.for(classes) }],
      safelist: { standard: [], variables: [...this.#sharedProperties] },
      variables: true,
      keyframes: true,
    });
    const css = (result?.css ?? '').replaceAll(HAS_CLASS, (rule, name: string) =>
      classes.includes(name) ? rule : '',
    );
    return withoutEmptyRules(css).trim();
  }
}

/**
 * Tells the purge which names pages use, be it for classes, elements or attributes; of these any value will do.
 * It looks names up in a set, where it would go through a list of exceptions for every selector.
 */
function used(names: string[]) {
  return {
    content: [{ raw: '', extension: 'html' }],
    defaultExtractor: () => names,
    dynamicAttributes: [...names, ...dynamicAttributes],
  };
}

function withoutEmptyRules(css: string): string {
  const rest = css.replaceAll(/[^{};]+\{\s*\}/g, '');
  return rest === css ? css : withoutEmptyRules(rest);
}
