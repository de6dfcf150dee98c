import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isSatteriProcessor } from '@astrojs/markdown-satteri';
import type { AstroIntegration } from 'astro';
import type { HastNode, HastPluginDefinition, HastVisitorContext } from 'satteri';
import { errorPages } from '../../config/error-pages.ts';
import {
  formsOf,
  glossaryPath,
  parseGlossary,
  termLink,
  type GlossaryEntry,
} from '../../content/glossary.ts';
import { isElement, nodesIn, parsePage, stringAttribute } from '../../content/mdx.ts';
import { pagePath } from '../../shared/page-path.ts';

type TextNode = Extract<HastNode, { type: 'text' }>;

/** Elements and components that contain the running text of a page. Text in others gets no links. */
const TEXT_ELEMENTS = new Set(
  (
    'p ul ol li blockquote em strong table tbody tr td div aside details ' +
    'Steps Tabs TabItem Aside Card CardGrid'
  ).split(' '),
);

/** Pages without links: the glossary itself, and error pages. */
const WITHOUT_LINKS = new Set([glossaryPath, ...errorPages.map(pagePath)]);

/**
 * Links the first use of each term on a page to the glossary: in running text, but not in headings, links, code,
 * captions or table headers. The guide of a term doesn't link it. Listed after Starlight, because
 * starlight-links-validator doesn't know the anchors of the glossary, which a component renders.
 */
export function glossaryLinks(): AstroIntegration {
  return {
    name: 'glossary-links',
    hooks: {
      'astro:config:setup': ({ config }) => {
        const content = fileURLToPath(new URL('content/', config.srcDir));
        const pages = join(content, 'docs/');
        const file = join(content, 'glossary.yaml');
        const linkTerms = termLinker(parseGlossary(readFileSync(file, 'utf8')));
        const { processor } = config.markdown;
        if (!isSatteriProcessor(processor))
          throw new Error(
            'astro.config.mjs: keep Sätteri as the Markdown processor; glossary links need it.',
          );
        processor.options.hastPlugins.push(({ fileURL, source }) => {
          const page = fileURL ? fileURLToPath(fileURL) : '';
          return page.startsWith(pages) && linkTerms(urlOfFile(page.slice(pages.length)), source, page);
        });
      },
    },
  };
}

/**
 * Creates the function that returns the plugin for one page.
 *
 * @returns A function of the page's URL, its source, and its file for messages. It returns `undefined` for pages without
 * terms. A term that the page links with `<Term of="…">` isn't linked again.
 */
export function termLinker(
  glossary: readonly GlossaryEntry[],
): (url: string, source: string, file?: string) => HastPluginDefinition | undefined {
  const terms = glossary.filter(({ link }) => link);
  /** Entries by their forms; `undefined` for words that contain a form and mean something else. */
  const entries = new Map<string, GlossaryEntry | undefined>();
  for (const entry of terms) {
    entry.unless.forEach((words) => entries.has(words) || entries.set(words, undefined));
    formsOf(entry).forEach((form) => entries.set(form.toLowerCase(), entry));
  }
  // The longest form wins, so that "end user" isn't read as "user".
  const forms = [...entries.keys()].sort((a, b) => b.length - a.length);
  const anyForm = new RegExp(`(?<![\\w-])(?:${forms.join('|').replaceAll(' ', '\\s+')})(?![\\w-])`, 'gi');

  const usesIn = (text: string) =>
    [...text.matchAll(anyForm)].flatMap(({ 0: words, index }) => {
      const entry = entries.get(words.toLowerCase().replace(/\s+/g, ' '));
      return entry ? [{ entry, words, index }] : [];
    });

  return (url, source, file = 'page.mdx') => {
    if (WITHOUT_LINKS.has(url)) return undefined;
    const linked = termsLinkedIn(file, source);
    const unlinked = new Set(
      usesIn(source)
        .map(({ entry }) => entry)
        .filter(
          (entry) => entry.guide !== url && ![entry.id, ...formsOf(entry)].some((form) => linked.has(form)),
        ),
    );
    if (unlinked.size === 0) return undefined;
    return {
      name: 'glossary-links',
      text(node, context) {
        if (unlinked.size === 0) return;
        const uses = usesIn(node.value).filter(({ entry }) => unlinked.has(entry));
        if (uses.length === 0 || !isRunningText(node, context)) return;
        let end = 0;
        const nodes = uses.flatMap(({ entry, words, index }) => {
          if (!unlinked.delete(entry)) return [];
          const before = node.value.slice(end, index);
          end = index + words.length;
          return [{ type: 'text' as const, value: before }, linkTo(entry, words)];
        });
        context.replaceNode(node, [...nodes, { type: 'text', value: node.value.slice(end) }]);
      },
    };
  };
}

/** What the page's own `<Term of="…">` components link. */
function termsLinkedIn(file: string, source: string): Set<string | undefined> {
  if (!source.includes('<Term')) return new Set();
  const elements = [...nodesIn(parsePage(file, source).tree)].filter(isElement);
  return new Set(elements.filter(({ name }) => name === 'Term').map((each) => stringAttribute(each, 'of')));
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

function isRunningText(node: TextNode, context: HastVisitorContext): boolean {
  let parent: Readonly<HastNode> | undefined = context.parent(node);
  while (parent && parent.type !== 'root') {
    const name = 'tagName' in parent ? parent.tagName : 'name' in parent ? parent.name : undefined;
    if (!name || !TEXT_ELEMENTS.has(name)) return false;
    // The titles of asides are hidden from screen readers, which couldn't announce a link in them.
    const properties = 'properties' in parent ? parent.properties : {};
    if ('ariaHidden' in properties || 'aria-hidden' in properties) return false;
    parent = context.parent(parent);
  }
  return true;
}

/** `a/index.mdx` is served at `/a/`. */
function urlOfFile(file: string): string {
  return pagePath(file.replace(/\.mdx?$/, '').replace(/(^|\/)index$/, ''));
}
