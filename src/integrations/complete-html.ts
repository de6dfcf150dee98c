import { Parser } from 'htmlparser2';
import { tabInTwin } from '../config/languages.ts';

/** Code with a hyphen or a space stays on one line up to this number of characters. */
const LONGEST_UNBROKEN = 32;

/** A tab, with all tabs of its list. */
interface Tab {
  label: string;
  all: Tab[];
}

/**
 * Prefixes a page's links and images with the base path, keeps browser translation from changing names, keeps short code
 * on one line, and marks the tabs that the page's Markdown twin omits. Leaves links in islands unchanged, because React
 * would render them without the prefix.
 */
export function completeHtml(html: string, base: string): string {
  let completed = '';
  let copied = 0;
  const insert = (at: number, text: string) => {
    completed += html.slice(copied, at) + text;
    copied = at;
  };

  let element = '';
  let isInIsland = false;
  /** A name, until its first child element or its end. */
  let name: { end: number; isPlain: boolean; text: string } | undefined;
  let tabs: Tab[] = [];
  let tab: Tab | undefined;
  const tabOfPanel = new Map<string, Tab>();

  const markName = (isUnbroken: boolean) => {
    if (name) insert(name.end, isUnbroken ? ' class="unbroken" translate="no"' : ' translate="no"');
    name = undefined;
  };
  const parser = new Parser({
    onopentagname(tag) {
      markName(false);
      element = tag;
      isInIsland ||= tag === 'astro-island';
    },
    onattribute(attribute, value) {
      if (element === 'astro-island' && attribute === 'uid') {
        // The island's ID is unused. It depends on the project's folder, so builds would differ.
        insert(parser.startIndex - 1, '');
        copied = parser.endIndex;
      }
      if (isInIsland || !['a', 'img'].includes(element) || !['href', 'src'].includes(attribute)) return;
      const isOnSite = value.startsWith('/') && !value.startsWith('//');
      if (isOnSite && !value.startsWith(`${base}/_astro/`))
        insert(parser.startIndex + attribute.length + '="'.length, base);
    },
    onopentag(tag, attributes) {
      const { role, id = '', href = '' } = attributes;
      if (tag === 'code' || tag === 'kbd')
        name = { end: parser.endIndex, isPlain: tag === 'code' && isPlain(attributes), text: '' };
      if (role === 'tablist') tabs = [];
      if (role === 'tab') {
        tab = { label: '', all: tabs };
        tabs.push(tab);
        tabOfPanel.set(href.slice(1), tab);
      }
      if (role !== 'tabpanel') return;
      const { label, all } = tabOfPanel.get(id) ?? { all: [] };
      const shown = tabInTwin(all.map((each) => each.label));
      if (shown !== undefined && label !== shown) insert(parser.endIndex, ' data-markdown-ignore');
    },
    ontext(text) {
      if (name) name.text += text;
      if (tab) tab.label = (tab.label + text).trim();
    },
    onclosetag(tag) {
      markName(name?.isPlain === true && isShort(name.text));
      if (tag === 'a') tab = undefined;
      if (tag === 'astro-island') isInIsland = false;
    },
  });
  parser.end(html);
  return completed + html.slice(copied);
}

/** True without attributes but those of Starlight and of the development server, which names the source. */
const isPlain = (attributes: object) =>
  Object.keys(attributes).every((name) => name === 'dir' || name.startsWith('data-astro-'));

const isShort = (code: string) =>
  code.length <= LONGEST_UNBROKEN && (code.includes('-') || code.includes(' '));
