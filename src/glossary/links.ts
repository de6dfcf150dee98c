import { readFileSync } from 'node:fs';
import { relative, sep } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { h } from 'hastscript';
import type { HastNode, HastPluginDefinition, HastPluginEntry, HastVisitorContext } from 'satteri';
import { formsOf, glossaryPath, parseGlossary, type GlossaryEntry } from './schema.ts';
import { oneLine } from '../shared/one-line.ts';
import { pagePath, slugOf } from '../shared/page-path.ts';

/** Elements and components that contain running text. Terms in all other elements aren't linked. */
const TEXT_ELEMENTS = new Set([
  ...'p ul ol li blockquote em strong table tbody tr td div aside details'.split(' '),
  ...'Steps Tabs TabItem Aside Card CardGrid'.split(' '),
]);

/**
 * Links the first use of each term on a page to the glossary: in running text, but not in headings, links, code,
 * captions, or table headers. A term's own guide doesn't link it.
 */
export function glossaryLinks(): HastPluginEntry {
  let linkTerms: ReturnType<typeof termLinker> | undefined;
  return ({ fileURL, source }) => {
    const slug = fileURL && slugOf(relative(process.cwd(), fileURLToPath(fileURL)).replaceAll(sep, '/'));
    if (slug === undefined) return undefined;
    // Read with the first page, because the page lint must report mistakes in the glossary before that.
    linkTerms ??= termLinker(parseGlossary(readFileSync(new URL('glossary.yaml', import.meta.url), 'utf8')));
    return linkTerms(pagePath(slug), source);
  };
}

/** Creates a function that returns the plugin for a page with a given URL and source. */
export function termLinker(glossary: readonly GlossaryEntry[]) {
  const entries = new Map<string, GlossaryEntry>();
  for (const entry of glossary.filter(({ link }) => link))
    for (const form of formsOf(entry)) entries.set(form.toLowerCase(), entry);
  // The longest form wins, so that "end user" isn't read as "user".
  const forms = [...entries.keys()].sort((a, b) => b.length - a.length);
  const anyForm = new RegExp(`(?<![\\w-])(?:${forms.join('|').replaceAll(' ', '\\s+')})(?![\\w-])`, 'gi');

  return (url: string, source: string): HastPluginDefinition | undefined => {
    if (url === glossaryPath) return undefined;
    // A term that the writer has linked isn't linked again.
    const needsNoLink = ({ id, guide }: GlossaryEntry) =>
      guide === url || source.includes(`(${glossaryPath}#${id})`);
    const linked = new Set(glossary.filter(needsNoLink));
    return {
      name: 'glossary-links',
      text(node, context) {
        const nodes: HastNode[] = [];
        let end = 0;
        for (const { 0: words, index } of node.value.matchAll(anyForm)) {
          const entry = entries.get(oneLine(words.toLowerCase()));
          if (!entry || linked.has(entry) || !isRunningText(node, context)) continue;
          linked.add(entry);
          const link = h('a', { href: `${glossaryPath}#${entry.id}`, className: 'term' }, words);
          nodes.push({ type: 'text', value: node.value.slice(end, index) }, link);
          end = index + words.length;
        }
        if (end > 0) context.replaceNode(node, [...nodes, { type: 'text', value: node.value.slice(end) }]);
      },
    };
  };
}

function isRunningText(node: HastNode, context: HastVisitorContext): boolean {
  let parent: Readonly<HastNode> | undefined = context.parent(node);
  while (parent && parent.type !== 'root') {
    const name = 'tagName' in parent ? parent.tagName : 'name' in parent ? parent.name : undefined;
    if (!name || !TEXT_ELEMENTS.has(name)) return false;
    // The link of a next step covers its whole card.
    const [firstChild] = 'children' in parent ? parent.children : [];
    if (name === 'li' && firstChild && 'tagName' in firstChild && firstChild.tagName === 'a') return false;
    // The titles of asides are hidden from screen readers, which couldn't announce a link in them.
    const properties = 'properties' in parent ? parent.properties : {};
    if ('ariaHidden' in properties || 'aria-hidden' in properties) return false;
    parent = context.parent(parent);
  }
  return true;
}
