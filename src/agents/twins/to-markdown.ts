import type { Element, Parents } from 'hast';
import { fromHtml } from 'hast-util-from-html';
import { selectAll } from 'hast-util-select';
import { toMdast, type Handle } from 'hast-util-to-mdast';
import { toString } from 'hast-util-to-string';
import { h } from 'hastscript';
import { gfmTableToMarkdown } from 'mdast-util-gfm-table';
import { toMarkdown as write } from 'mdast-util-to-markdown';
import { visitParents } from 'unist-util-visit-parents';
import { tabInTwin } from '../../config/samples.ts';
import { factIn } from '../../contract/assumptions.ts';

/** Names, classes, and roles of elements that only help readers of the rendered page. */
const unused = new Set(
  (
    'script style template noscript button input select fieldset label progress restore-choice wbr ' +
    '.sl-anchor-link .powershell .breadcrumbs .pagination-links .meta =tablist =status'
  ).split(' '),
);

/** Converts a page to Markdown. */
export function toMarkdown(html: string, toTwin: (href: string) => string): string {
  const tree = fromHtml(html, { fragment: true });
  /** Text that the twin already contains and must not repeat. */
  const seen = new Set<string>();
  visitParents(tree, 'element', (element, parents) => {
    chooseLanguage(element);
    simplify(element, parents, toTwin, seen);
  });
  const handlers = { pre: codeBlock, dl: terms, summary: caption, figcaption: caption };
  const markdown = write(toMdast(tree, { handlers, nodeHandlers: { comment: () => undefined } }), {
    bullet: '-',
    emphasis: '_',
    listItemIndent: 'one',
    resourceLink: true,
    extensions: [gfmTableToMarkdown({ tablePipeAlign: false })],
    join: [
      (_, { type }, { type: parent }) =>
        parent === 'list' || (parent === 'listItem' && type === 'list') ? 0 : undefined,
    ],
    handlers: {
      // Programs copy names and patterns verbatim, so don't escape them.
      text: ({ value }, _parent, state, info) =>
        state.safe(value, info).replaceAll(/(?<=\w)\\(_\w)|\\(\[)(?![^\]]*\][[(:])/g, '$1$2'),
    },
  });
  return markdown.trim();
}

/** Replaces an element if its class or role says more than its name. Runs before the children are visited. */
function simplify(element: Element, parents: Parents[], toTwin: (href: string) => string, seen: Set<string>) {
  const { tagName: name, properties, children } = element;
  const { role, ariaLabel, href } = properties;
  const isIn = (...names: string[]) =>
    parents.some((parent) => 'tagName' in parent && names.includes(parent.tagName));
  const isTarget = (node: Parents) => 'properties' in node && href === `#${String(node.properties['id'])}`;
  if (hasClass(element, 'assumed')) {
    // Mention each assumption once per page. Its reason is on the page that lists all of them.
    const [fact = ''] = factIn(String(properties['title'] ?? '')).split(';');
    replaceWith(element, 'span', fact && !seen.has(fact) ? `(assumed: ${fact})` : '(assumed)');
    seen.add(fact);
  } else if (isUnused(element)) replaceWith(element, 'script', '');
  else if (name === 'pre') readCode(element);
  else if (name === 'svg' || role === 'img') {
    // Use an image's label, or else its title and description.
    const texts = selectAll('title, desc', element).map((child) => toString(child));
    replaceWith(element, 'p', String(ariaLabel ?? texts.join(': ')));
  } else if (hasClass(element, 'limits')) {
    const limits = children.filter((child) => child.type === 'element').filter((child) => !isUnused(child));
    for (const limit of limits) limit.tagName = 'span';
    element.tagName = limits.length > 0 ? 'p' : 'script';
    element.children = limits;
  } else if (hasClass(element, 'type')) replaceWith(element, 'code', toString(element).trim());
  else if (name === 'a' && toString(element) === '#') replaceWith(element, 'span', '');
  else if (name === 'a' && (!href || hasClass(element, 'anchor', 'term') || parents.some(isTarget)))
    element.tagName = 'span';
  else if (name === 'a') element.properties = { href: toTwin(String(href)) };
  else if (name === 'img') properties['src'] = toTwin(String(properties['src']));
  else if (hasClass(element, 'starlight-aside')) {
    element.tagName = 'blockquote';
    children.unshift(h('p', h('strong', String(ariaLabel))));
  } else if (name.includes('-')) element.tagName = 'div';
  else if (isIn('td', 'th') && ['p', 'div', 'ul', 'li'].includes(name)) element.tagName = 'span';
  else if (isIn('summary', 'figcaption') && ['strong', 'b'].includes(name)) element.tagName = 'span';
  addSpaces(element);
}

function isUnused({ tagName, properties }: Element): boolean {
  const { className = [], role, hidden, ariaHidden } = properties;
  if (role === 'tabpanel') return false;
  if (hidden || ariaHidden === 'true' || 'dataMarkdownIgnore' in properties) return true;
  return [tagName, `=${String(role)}`, ...(className as string[]).map((name) => `.${name}`)].some(
    (selector) => unused.has(selector),
  );
}

/** Keeps a sample in one language. */
function chooseLanguage(tabs: Element): void {
  const panels = tabs.children.filter(
    (child) => child.type === 'element' && child.properties['role'] === 'tabpanel',
  );
  if (panels.length === 0) return;
  const labels = selectAll('[role=tab]', tabs)
    .slice(0, panels.length)
    .map((tab) => toString(tab).trim());
  const chosen = tabInTwin(labels);
  for (const [index, panel] of (panels as Element[]).entries())
    if (chosen === undefined) panel.children.unshift(h('p', h('strong', labels[index])));
    else if (labels[index] !== chosen) replaceWith(panel, 'script', '');
}

/** Elements that only CSS may separate from the element before them. In table cells, all elements may be. */
const apart = new Set(['span', 'b', 'time', 'a']);

/** Adds spaces where only CSS separates elements. */
function addSpaces(parent: Element) {
  const separator = { type: 'text' as const, value: hasClass(parent, 'limits') ? '; ' : ' ' };
  const isCell = parent.tagName === 'td' || parent.tagName === 'th';
  parent.children = parent.children.flatMap((child, index, nodes) =>
    child.type === 'element' && (isCell || apart.has(child.tagName)) && nodes[index - 1]?.type === 'element'
      ? [separator, child]
      : [child],
  );
}

/** Removes the colors and the last line break from a code block. */
function readCode(pre: Element) {
  pre.children = h('pre', toString(pre).trimEnd()).children;
}

const codeBlock: Handle = (_state, pre: Element) => ({
  type: 'code',
  lang: String(pre.properties['dataLanguage'] ?? ''),
  value: toString(pre),
});

const caption: Handle = (state, element: Element) => {
  const children = state.all(element) as [];
  return children.length > 0 ? { type: 'paragraph', children: [{ type: 'strong', children }] } : undefined;
};

/** Writes a description list. A description's first paragraph stays on its term's line. */
const terms: Handle = (state, { children }: Element) => {
  const items: ReturnType<typeof state.toFlow>[] = [];
  const rows = children.flatMap((row) => ('tagName' in row && row.tagName === 'div' ? row.children : [row]));
  const parts = rows.filter((row) => row.type === 'element');
  for (const [index, part] of parts.entries()) {
    const blocks = state.toFlow(state.all(part));
    const [term, first] = [items.at(-1)?.[0], blocks[0]];
    if (part.tagName === 'dt') items.push([]);
    else if (parts[index - 1]?.tagName === 'dt' && term?.type === 'paragraph' && first?.type === 'paragraph')
      term.children.push({ type: 'text', value: ': ' }, ...(blocks.shift() as typeof first).children);
    items.at(-1)?.push(...blocks);
  }
  const listItems = items.map((item) => ({ type: 'listItem' as const, spread: false, children: item as [] }));
  return { type: 'list', spread: false, children: listItems };
};

function replaceWith(element: Element, tagName: string, text: string) {
  Object.assign(element, h(tagName, text));
}

function hasClass({ properties }: Element, ...names: string[]): boolean {
  return names.some((name) => ((properties['className'] ?? []) as string[]).includes(name));
}
