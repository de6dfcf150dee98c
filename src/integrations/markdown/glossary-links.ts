import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import type { HastNode, HastPluginDefinition, HastVisitorContext } from 'satteri';
import { errorPages } from '../../config/error-pages.ts';
import {
  formsOf,
  glossaryAddress,
  parseGlossary,
  termLink,
  type GlossaryEntry,
} from '../../content/glossary.ts';
import { addressOf } from '../../navigation/tree.ts';
import { addHastPlugin } from './hast-plugin.ts';

type TextNode = Extract<HastNode, { type: 'text' }>;

/** Elements whose text is the running text of a page. Whatever stands in another element is left alone. */
const TEXT_ELEMENTS = new Set([
  ...[
    'p',
    'ul',
    'ol',
    'li',
    'blockquote',
    'em',
    'strong',
    'table',
    'tbody',
    'tr',
    'td',
    'div',
    'aside',
    'details',
  ],
  ...['Steps', 'Tabs', 'TabItem', 'Aside', 'Card', 'CardGrid'],
]);

/** Pages that get no links: the glossary itself, and the pages for lost readers. */
const WITHOUT_LINKS = new Set([glossaryAddress, ...errorPages.map(addressOf)]);

/**
 * Links the first use of each term on a guide to the glossary: in its running text, and not in headings, links,
 * code, captions or the headers of tables. A page that a term names as its guide does not link that term.
 */
export function glossaryLinks(): AstroIntegration {
  return {
    name: 'glossary-links',
    hooks: {
      'astro:config:setup': ({ config, addWatchFile }) => {
        const content = fileURLToPath(new URL('content/', config.srcDir));
        const pages = join(content, 'docs/');
        const file = join(content, 'glossary.yaml');
        const linkTerms = termLinker(parseGlossary(readFileSync(file, 'utf8')));
        addWatchFile(file);
        addHastPlugin(config, ({ fileURL, source }) => {
          const page = fileURL ? fileURLToPath(fileURL) : '';
          return page.startsWith(pages) && linkTerms(addressOfFile(page.slice(pages.length)), source);
        });
      },
    },
  };
}

/**
 * Makes the function that gives the plugin for one page.
 *
 * @returns A function of where the page is served, and of its text; a term that this names with `<Term of="…">` is
 * not linked again. It answers `undefined` where the page uses no term.
 */
export function termLinker(
  glossary: readonly GlossaryEntry[],
): (address: string, source: string) => HastPluginDefinition | undefined {
  const terms = glossary.filter(({ link }) => link);
  /** What is found: entries by their forms, and words that hold a form and mean something else. */
  const entries = new Map<string, GlossaryEntry | undefined>();
  for (const entry of terms) {
    entry.unless.forEach((words) => entries.has(words) || entries.set(words, undefined));
    formsOf(entry).forEach((form) => entries.set(form.toLowerCase(), entry));
  }
  const findIn = finderOf(entries.keys());

  return (address, source) => {
    if (WITHOUT_LINKS.has(address)) return undefined;
    const isWanted = (entry: GlossaryEntry) =>
      entry.guide !== address &&
      ![entry.id, ...formsOf(entry)].some((form) => source.includes(`<Term of="${form}"`));
    // Other entries are found all the same, so that a shorter term is not linked within them.
    const wanted = new Set(terms.filter(isWanted));
    if (wanted.size === 0 || findIn(source).next().done) return undefined;
    return {
      name: 'glossary-links',
      text(node, context) {
        if (wanted.size === 0) return;
        const uses = firstUses(node.value, wanted);
        if (uses.length === 0 || !isRunningText(node, context)) return;
        let end = 0;
        const nodes = uses.flatMap(({ entry, words, index }) => {
          wanted.delete(entry);
          const before = node.value.slice(end, index);
          end = index + words.length;
          return [{ type: 'text' as const, value: before }, linkTo(entry, words)];
        });
        context.replaceNode(node, [...nodes, { type: 'text', value: node.value.slice(end) }]);
      },
    };
  };

  /** The first uses of wanted terms in a text. */
  function firstUses(text: string, wanted: ReadonlySet<GlossaryEntry>) {
    const found = new Set<GlossaryEntry>();
    return [...findIn(text)].flatMap(({ words, index }) => {
      const entry = entries.get(words.toLowerCase().replace(/\s+/g, ' '));
      if (!entry || !wanted.has(entry) || found.has(entry)) return [];
      found.add(entry);
      return { entry, words, index };
    });
  }
}

function linkTo(entry: GlossaryEntry, words: string) {
  const { class: name, ...properties } = termLink(entry);
  return {
    type: 'element' as const,
    tagName: 'a',
    properties: { ...properties, className: [name] },
    children: [{ type: 'text' as const, value: words }],
  };
}

/**
 * Finds the forms of terms as whole words; the longest wins, so that "end user" is not read as "user". Each word
 * of a text is looked up, so that patterns are tried at few places.
 */
function finderOf(forms: Iterable<string>) {
  const longestFirst = [...forms].sort((a, b) => b.length - a.length);
  const byFirstWord = Map.groupBy(longestFirst, (form) => /^[\w-]*/.exec(form)![0].toLowerCase());
  const patterns = new Map(
    [...byFirstWord].map(([word, same]) => {
      const words = same.map((form) => form.replaceAll(' ', '\\s+'));
      return [word, new RegExp(`(?:${words.join('|')})(?![\\w-])`, 'iy')];
    }),
  );
  return function* (text: string): Generator<{ words: string; index: number }> {
    const word = /[\w-]+/g;
    for (let at = word.exec(text); at; at = word.exec(text)) {
      const pattern = patterns.get(at[0].toLowerCase());
      if (!pattern) continue;
      pattern.lastIndex = at.index;
      const [words] = pattern.exec(text) ?? [];
      if (words === undefined) continue;
      yield { words, index: at.index };
      word.lastIndex = at.index + words.length;
    }
  };
}

function isRunningText(node: TextNode, context: HastVisitorContext): boolean {
  let above: Readonly<HastNode> | undefined = context.parent(node);
  while (above && above.type !== 'root') {
    const name = 'tagName' in above ? above.tagName : 'name' in above ? above.name : undefined;
    if (!name || !TEXT_ELEMENTS.has(name)) return false;
    // Titles of asides are hidden from screen readers; a link in there could be reached and not be heard.
    const properties = 'properties' in above ? above.properties : {};
    if ('ariaHidden' in properties || 'aria-hidden' in properties) return false;
    above = context.parent(above);
  }
  return true;
}

/** `a/index.mdx` is served at `/a/`. */
function addressOfFile(file: string): string {
  return addressOf(file.replace(/\.mdx?$/, '').replace(/(^|\/)index$/, ''));
}
