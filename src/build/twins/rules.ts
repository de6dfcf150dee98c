import { DomUtils } from 'htmlparser2';
import { languageTabs } from '../../config/tabs.ts';
import type { Element, ToTwin } from './element.ts';

/** Returns the Markdown of an element. `content` converts what is in it. */
type Rule = (content: () => string, element: Element, toTwin: ToTwin) => string;

/** Languages of samples in twins, the best first. The first that a sample has is the one that its twin shows. */
const sampleLanguages = ['JavaScript', 'cURL'];

/** Elements that help only readers of the rendered page, by name, class, role and attribute. */
const unusedNames = new Set(
  'script style template noscript button input select fieldset label progress restore-choice'.split(' '),
);
const unusedClasses = [
  'breadcrumbs',
  'pagination-links',
  'meta',
  'search',
  'needs-script',
  'light:sl-hidden',
  'sl-anchor-link',
];
const unusedRoles = ['tablist', 'radiogroup', 'status'];
const unusedAttributes = ['hidden', 'data-page-tools'];

/** Finds the rule of an element: by its class or role, or else by its name. */
export function rules(element: Element): Rule {
  const { name, attribs } = element;
  const { role } = attribs;
  if (role === 'tabpanel') return panel;
  if (isUnused(element)) return () => '';
  if (role === 'img' || name === 'svg') return () => block(pictureText(element));
  if (name === 'aside' && has(element, 'starlight-aside')) return aside;
  if (name === 'a') return link;
  if (isIn(element, 'dl')) return name === 'dt' ? term : name === 'div' ? entry : description;
  return byName[name] ?? (name.includes('-') ? paragraph : (content) => content());
}

const paragraph: Rule = (content) => block(content());
const heading: Rule = (content, { name }) => block(`${'#'.repeat(Number(name[1]))} ${oneLine(content())}`);
const caption: Rule = (content) => marked('**', content(), block);
const strong: Rule = (content) => marked('**', content());
const emphasis: Rule = (content) => marked('_', content());

const byName: Readonly<Record<string, Rule>> = {
  ...Object.fromEntries(
    'p div main section article nav header footer figure details aside dl dd'
      .split(' ')
      .map((name) => [name, paragraph]),
  ),
  ...Object.fromEntries(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((name) => [name, heading])),
  summary: caption,
  figcaption: caption,
  strong,
  del: (content) => marked('~~', content()),
  em: emphasis,
  i: emphasis,
  span: (content, element) =>
    besidesOthers(
      isGeneric(element) ? inlineCode(textOf(element)) : content(),
      element,
      has(element.parent, 'limits') ? '; ' : ' ',
    ),
  b: (content, element) => besidesOthers(content(), element, ' '),
  time: (content, element) => besidesOthers(content(), element, ' '),
  br: () => ' ',
  hr: () => block('---'),
  code: (_, element) => inlineCode(textOf(element)),
  pre: (_, element) => block(codeBlock(element)),
  blockquote: (content) => block(quoted(content().trim())),
  img: (_, { attribs }) => `![${attribs['alt'] ?? ''}](${attribs['src'] ?? ''})`,
  ul: (content, element) => (isIn(element, 'li') ? `\n${content().trim()}\n` : block(content())),
  ol: (content, element) => (isIn(element, 'li') ? `\n${content().trim()}\n` : block(content())),
  li: (content, element) => item(content(), element),
  table: paragraph,
  thead: (content) => content(),
  tbody: (content) => content(),
  tr: (content, element) => `\n| ${content().trim()}${separatorAfter(element)}\n`,
  th: (content) => ` ${oneLine(content()).replaceAll('|', '\\|')} |`,
  td: (content) => ` ${oneLine(content()).replaceAll('|', '\\|')} |`,
};

const panel: Rule = (content, element) => {
  if (!isOfLanguages(element.parent))
    return block(`**${element.attribs['aria-label']}**\n\n${content().trim()}`);
  return isShownPanel(element) ? block(content()) : '';
};

const aside: Rule = (content, { attribs }) =>
  block(quoted(`**${attribs['aria-label']}**\n\n${content().trim()}`));

/** A row of a definition list. The first paragraph of the description stays on the line of the term. */
const entry: Rule = (content) => {
  const [name = '', first, ...others] = content()
    .trim()
    .split(/\n{2,}/);
  const text = [first === undefined ? name : `${name}: ${first}`, ...others].join('\n\n');
  return `\n- ${text.replace(/^- /, '').replaceAll('\n', '\n  ').replaceAll(/^ +$/gm, '')}\n`;
};

/** A term in a definition list without rows. Its description stays on its line. */
const term: Rule = (content) => `\n- **${oneLine(content())}:**`;
const description: Rule = (content) => ` ${oneLine(content())}`;

const link: Rule = (content, element, toTwin) => {
  if (has(element, 'assumed')) return assumed(element);
  const { href } = element.attribs;
  const isOwn = ['anchor', 'term'].some((name) => has(element, name));
  if (href === undefined || isOwn || leadsToParent(element)) return textOf(element) === '#' ? '' : content();
  const text = oneLine(content());
  return text === '' ? '' : besidesOthers(`[${text}](${toTwin(href)})`, element, ' ');
};

/** Whether a link leads to an element that contains it, as those do that readers copy. */
function leadsToParent({ attribs, parent }: Element): boolean {
  const { href } = attribs;
  for (let around = parent; around !== null; around = around.parent)
    if ('attribs' in around && href === `#${around.attribs['id']}`) return true;
  return false;
}

function isUnused({ name, attribs }: Element): boolean {
  return (
    unusedNames.has(name) ||
    attribs['aria-hidden'] === 'true' ||
    unusedAttributes.some((each) => each in attribs) ||
    unusedRoles.includes(attribs['role'] ?? '') ||
    (attribs['class'] !== undefined && unusedClasses.some((each) => classes(attribs).includes(each)))
  );
}

/** Whether it is a type such as `Array<Account>`, which Markdown would take for HTML. */
const isGeneric = (element: Element) => has(element, 'type') && textOf(element).includes('<');

const classes = (attribs: Element['attribs']) => (attribs['class'] ?? '').split(' ');

function has(node: Element['parent'], name: string): boolean {
  return node !== null && 'attribs' in node && classes(node.attribs).includes(name);
}

function isIn({ parent }: Element, name: string): boolean {
  return parent !== null && 'name' in parent && parent.name === name;
}

/** Whether tabs hold the same code in several languages. */
function isOfLanguages(tabs: Element['parent']): boolean {
  return (tabs as Element).attribs['data-sync-key'] === languageTabs;
}

function isShownPanel(element: Element): boolean {
  const labels = element.parent!.children.flatMap((child) =>
    'attribs' in child && child.attribs['role'] === 'tabpanel' ? labelOf(child) : [],
  );
  const shown = sampleLanguages.find((language) => labels.includes(language)) ?? labels[0];
  return labelOf(element) === shown;
}

/** The text of the tab that belongs to a panel. */
function labelOf({ parent, attribs }: Element): string {
  const tab = DomUtils.findOne(({ attribs: { id } }) => id === attribs['aria-labelledby'], parent!.children);
  return tab ? textOf(tab).trim() : '';
}

function block(content: string): string {
  const text = content.trim();
  return text === '' ? '' : `\n\n${text}\n\n`;
}

function oneLine(content: string): string {
  return content.trim().replaceAll(/\s*\n\s*/g, ' ');
}

/** Content between marks, with the spaces around it outside of them. */
function marked(mark: string, content: string, wrap = (text: string) => text): string {
  const [, before = '', text = '', after = ''] = /^(\s*)(.*?)(\s*)$/s.exec(content)!;
  return text === '' ? content : before + wrap(mark + oneLine(text) + mark) + after;
}

function quoted(content: string): string {
  return content.replaceAll(/^/gm, '> ').replaceAll(/^> $/gm, '>');
}

function inlineCode(text: string): string {
  const fence = text.includes('`') ? '``' : '`';
  return fence + text.replaceAll(/\s+/g, ' ') + fence;
}

/** Code keeps its text; the fence is longer than any in it. Code with added or removed lines becomes a diff. */
function codeBlock(pre: Element): string {
  const lines = elementsIn(pre)
    .flatMap(elementsIn)
    .filter((element) => has(element, 'ec-line'));
  const isDiff = lines.some((line) => has(line, 'ins') || has(line, 'del'));
  const mark = (line: Element) => (!isDiff ? '' : has(line, 'ins') ? '+ ' : has(line, 'del') ? '- ' : '  ');
  const marked = lines.map((line) => mark(line) + textOf(line).replace('\n', '')).join('\n');
  const code = (lines.length > 0 ? marked : textOf(pre)).replace(/\n$/, '');
  const longest = Math.max(2, ...[...code.matchAll(/`{3,}/g)].map(([fence]) => fence.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${isDiff ? 'diff' : (pre.attribs['data-language'] ?? '')}\n${code}\n${fence}`;
}

function item(content: string, element: Element): string {
  const list = element.parent as Element;
  const items = elementsIn(list);
  const number = items.indexOf(element) + Number(list.attribs['start'] ?? 1);
  const marker = list.name === 'ol' ? `${number}. ` : '- ';
  const text = content.trim().replaceAll('\n', `\n${' '.repeat(marker.length)}`);
  return text === '' ? '' : `\n${marker}${text.replaceAll(/^ +$/gm, '')}\n`;
}

/** The line below the head of a table. A table without a head has its first row as one. */
function separatorAfter(row: Element): string {
  const group = row.parent as Element;
  const isFirst = group.children.find((child) => 'attribs' in child) === row;
  const isHead = group.name === 'thead' || !isAfterHead(group);
  const cells = elementsIn(row).length;
  return isFirst && isHead ? `\n|${' --- |'.repeat(cells)}` : '';
}

function isAfterHead({ parent }: Element): boolean {
  return parent!.children.some((child) => 'attribs' in child && child.name === 'thead');
}

/** The mark of an assumption: what is assumed, without the reason, which its page states. */
function assumed({ attribs }: Element): string {
  const [what = ''] = (attribs['title'] ?? '').replace(/^Assumed (to be )?/, '').split(/;|\.$/);
  return what === '' ? '(assumed)' : `(assumed: ${what})`;
}

/** Elements that CSS sets apart have no space between them. */
function besidesOthers(content: string, { prev }: Element, separator: string): string {
  return prev && 'attribs' in prev && content.trim() !== '' ? separator + content : content;
}

/** What an image shows: its label, or its title and description. */
function pictureText({ attribs, children }: Element): string {
  const texts = children.flatMap((child) =>
    'attribs' in child && ['title', 'desc'].includes(child.name) ? textOf(child) : [],
  );
  return attribs['aria-label'] ?? texts.join(': ');
}

function elementsIn({ children }: Element): Element[] {
  return children.filter((child) => 'attribs' in child);
}

function textOf(parent: Element): string {
  return parent.children
    .map((child) => (child.type === 'text' ? child.data : 'attribs' in child ? textOf(child) : ''))
    .join('');
}
