import { Parser } from 'htmlparser2';
import { tabInTwin } from '../config/samples.ts';

/** Code with a hyphen or a space stays on one line up to this number of characters. */
const LONGEST_UNBROKEN = 32;

/** A tab's label, with the labels of all tabs in its list. */
interface Tab {
  label: string;
  labels: string[];
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
  let labels: string[] = [];
  const tabOfPanel = new Map<string, Tab>();
  const parser = new Parser({
    onopentagname(tag) {
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
      const end = parser.endIndex;
      const text = html.slice(end + 1, html.indexOf('<', end));
      const isWhole = html.startsWith('</', end + 1 + text.length);
      if (tag === 'code' && isWhole && isPlain(attributes) && isShort(text)) insert(end, ' class="unbroken"');
      if (tag === 'code' || tag === 'kbd') insert(end, ' translate="no"');
      if (role === 'tablist') labels = [];
      if (role === 'tab') {
        tabOfPanel.set(href.slice(1), { label: text.trim(), labels });
        labels.push(text.trim());
      }
      const panel = role === 'tabpanel' && tabOfPanel.get(id);
      if (panel && ![undefined, panel.label].includes(tabInTwin(panel.labels)))
        insert(end, ' data-markdown-ignore');
    },
    onclosetag(tag) {
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
