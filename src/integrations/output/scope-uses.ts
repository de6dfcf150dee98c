/** The class that marks the elements of one component, on nearly every element: a pattern. */
export const SCOPE = 'astro-[a-z0-9]{8}';

const WHOLE_SCOPE = new RegExp(`^${SCOPE}$`);
const isScope = (name: string) => WHOLE_SCOPE.test(name);

/** A part of a selector that asks for such a class, with what it asks for beside it. */
const ASKING = new RegExp(
  String.raw`([\w.#[\]="'~|^$*:-]*?)(?::where\(\.(${SCOPE})\)|\.(${SCOPE})\b)([\w.#[\]="'~|^$*:-]*)`,
  'g',
);

/** The start of an element, up to the end of its classes. */
const MARKED = /<([a-z][\w-]*)\b([^>]*?) class="([^"]*\bastro-[^"]*)"/g;

/** What an element has to be besides marked; an empty tag is any. */
interface Wish {
  tag: string;
  classes: readonly string[];
}

/** Knows which elements the rules of components can mean, as Astro marks all of a component's elements. */
export class ScopeUses {
  readonly #wishes = new Map<string, Wish[]>();
  /** Lists of classes without those that nobody asks for, by tag and list. */
  readonly #lists = new Map<string, string>();

  /**
   * @param sheets - All styles with rules of components.
   * @param dynamic - Classes that scripts add, so that elements may get them later.
   */
  constructor(sheets: readonly string[], dynamic: readonly string[]) {
    for (const [, before = '', where, plain, after = ''] of sheets.join('\n').matchAll(ASKING)) {
      const scope = where ?? plain!;
      const [tag = ''] = /^[a-z][\w-]*/.exec(before) ?? [];
      const classes = [...`${before}${after}`.matchAll(/\.([a-zA-Z][\w-]*)/g)].map(([, name = '']) => name);
      const wish = { tag, classes: classes.filter((name) => !dynamic.includes(name) && !isScope(name)) };
      this.#wishes.set(scope, [...(this.#wishes.get(scope) ?? []), wish]);
    }
  }

  /** A page without the marks of elements that no rule can mean. */
  dropUnused(page: string): string {
    return page.replaceAll(MARKED, (_start, tag: string, attributes: string, list: string) => {
      const kept = this.#kept(tag, list);
      return `<${tag}${attributes}${kept === '' ? '' : ` class="${kept}"`}`;
    });
  }

  #kept(tag: string, list: string): string {
    const key = `${tag} ${list}`;
    const known = this.#lists.get(key);
    if (known !== undefined) return known;
    const names = list.split(/\s+/);
    const isMeant = (wish: Wish) =>
      (wish.tag === '' || wish.tag === tag) && wish.classes.every((name) => names.includes(name));
    const kept = names.filter((name) => !isScope(name) || this.#wishes.get(name)?.some(isMeant)).join(' ');
    this.#lists.set(key, kept);
    return kept;
  }
}
