/** Attributes of an island, by name. */
type Attributes = Record<string, string>;

/** An island that waits for a reader, as Astro writes it. */
const WAITING = /<astro-island ([^>]*client="intent"[^>]*)>/g;

const ATTRIBUTE = /([\w-]+)(?:="([^"]*)")?/g;

/** What Astro writes for islands and nothing reads: two names, and styles that stand in src/styles/layout.css. */
const UNREAD =
  /(?<=<astro-island) uid="[^"]*"|(?<= opts="\{)&quot;name&quot;:&quot;\w+&quot;,|<style>astro-island,astro-slot,[^<]*<\/style>/g;

/** Attributes that stay in the page: they choose the others, or differ between pages. */
const OWN = ['client', 'component-export', 'prefix'];

/**
 * Takes the attributes of waiting islands that are the same on every page out of the pages.
 * `src/client/islands/hydrate-on-intent.ts` puts them back; without its script, islands do nothing anyway.
 */
export class IslandFinisher {
  /** By what the islands export, as JSON; nothing for those that pages fill in different ways. */
  readonly #attributes = new Map<string, string | undefined>();

  /** Reads the islands of a page. */
  learn(html: string): void {
    for (const [, text = ''] of html.replaceAll(UNREAD, '').matchAll(WAITING)) {
      const { own, others } = split(text);
      const name = own['component-export'] ?? '';
      const found = JSON.stringify(others);
      const known = this.#attributes.has(name) ? this.#attributes.get(name) : found;
      this.#attributes.set(name, known === found ? known : undefined);
    }
  }

  /** The attributes that are no longer in the pages, by `component-export`. */
  get attributes(): Record<string, Attributes> {
    const common = [...this.#attributes].filter(([, attributes]) => attributes !== undefined);
    return Object.fromEntries(
      common.map(([name, attributes]) => [name, JSON.parse(attributes!) as Attributes]),
    );
  }

  /** A page without what nothing reads there. */
  finish(html: string): string {
    return html.replaceAll(UNREAD, '').replace(WAITING, (tag, text: string) => {
      const { own } = split(text);
      if (this.#attributes.get(own['component-export'] ?? '') === undefined) return tag;
      const attributes = Object.entries(own).map(([name, value]) => ` ${name}="${value}"`);
      return `<astro-island${attributes.join('')}>`;
    });
  }
}

/** The attributes of a tag. */
function split(text: string): { own: Attributes; others: Attributes } {
  const entries = [...text.matchAll(ATTRIBUTE)].map(
    ([, name = '', value = '']) => [name, value.replaceAll('&quot;', '"')] as const,
  );
  const isOwn = ([name]: readonly [string, string]) => OWN.includes(name);
  return {
    own: Object.fromEntries(entries.filter(isOwn)),
    others: Object.fromEntries(entries.filter((entry) => !isOwn(entry))),
  };
}
