import { parseDocument } from 'htmlparser2';
import { WriterError } from '../../shared/writer-error.ts';

/**
 * Finds the panels in the rendered children of `Tabs`. Panels of nested tabs are ignored.
 *
 * @param html - The rendered children of `Tabs`.
 * @returns The labels of the panels, and the HTML with all panels but the first hidden.
 * @throws Error if there is no panel.
 */
export function readPanels(html: string): { labels: string[]; html: string } {
  const { children } = parseDocument(html, { withStartIndices: true });
  const panels = children.flatMap((node) =>
    node.type === 'tag' && node.attribs['role'] === 'tabpanel'
      ? [{ label: node.attribs['aria-label'] ?? '', start: node.startIndex! }]
      : [],
  );
  if (panels.length === 0) throw new WriterError('<Tabs> has no <TabItem> among its direct children.');
  const hidden = panels
    .slice(1)
    .reduceRight((text, { start }) => `${text.slice(0, start)}<div hidden${text.slice(start + 4)}`, html);
  return { labels: panels.map(({ label }) => label), html: hidden };
}
