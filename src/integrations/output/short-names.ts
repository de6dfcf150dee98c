import { SCOPE } from './scope-uses.ts';

/** The same within a text. */
const SCOPES = new RegExp(`\\b${SCOPE}\\b`, 'g');

/** The start of an element: a pattern. A value in it may hold `>`. */
export const TAG = String.raw`<[a-z](?:"[^"]*"|'[^']*'|[^>"'])*>`;

/** What of a page has names in it: its tags and its styles. In its text, names are what a reader reads. */
const MARKUP = new RegExp(String.raw`<style\b[^>]*>[^]*?</style>|${TAG}`, 'g');

/** Custom properties of Starlight, of Expressive Code and of the site, in styles and in `style` attributes. */
const PROPERTY = /(?<=var\(\s*|[;{"\s])--(?:sl|__sl|ec|portal)-[\w-]+/g;

const LETTERS = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/**
 * Short names for the classes of components and for custom properties. The former are 5 % of a page's weight, the
 * latter of that of its styles.
 */
export class ShortNames {
  readonly #scopes = new Map<string, string>();
  readonly #properties = new Map<string, string>();

  /** Names the classes of components in a tag, in the order in which pages show them. */
  learn(tag: string): void {
    for (const [scope] of tag.matchAll(SCOPES))
      if (!this.#scopes.has(scope)) this.#scopes.set(scope, `_${this.#scopes.size.toString(36)}`);
  }

  /**
   * Names the custom properties that stylesheets set, those that are used most the shortest.
   *
   * @param others - Files that keep their names, for they are known by their content: what they read stays.
   */
  nameProperties(sheets: readonly string[], others: readonly string[]): void {
    const css = sheets.join('\n');
    const kept = new Set(others.flatMap((text) => text.match(PROPERTY) ?? []));
    const taken = new Set([css, ...others].flatMap((text) => text.match(/--[a-zA-Z]{1,2}\b/g) ?? []));
    const uses = Map.groupBy(css.match(PROPERTY) ?? [], (name) => name);
    const wanted = [...uses]
      .filter(([name]) => !kept.has(name) && css.includes(`${name}:`))
      .sort(([one, ofOne], [other, ofOther]) => ofOther.length - ofOne.length || (one < other ? -1 : 1));
    let index = 0;
    for (const [name] of wanted) {
      while (taken.has(nameAt(index))) index++;
      this.#properties.set(name, nameAt(index++));
    }
  }

  /** A page, or a part of one, with the short names. */
  shortenPage(html: string): string {
    return html.replaceAll(MARKUP, (markup) => this.shorten(markup));
  }

  /** A stylesheet with the short names. */
  shorten(css: string): string {
    return css
      .replaceAll(SCOPES, (scope) => this.#scopes.get(scope) ?? scope)
      .replaceAll(PROPERTY, (name) => this.#properties.get(name) ?? name);
  }
}

/** `--a` to `--Z`, then `--aa` and so on. */
function nameAt(index: number): string {
  const letter = LETTERS[index % LETTERS.length]!;
  return index < LETTERS.length
    ? `--${letter}`
    : `${nameAt(Math.floor(index / LETTERS.length) - 1)}${letter}`;
}
