import { markdownToMdast } from 'satteri';
import { nodesIn } from '../content/mdx.ts';
import { linksInStyles } from '../shared/links-in-styles.ts';
import type { Link } from '../shared/read-page.ts';

/** The links in a built file that isn't a page: a stylesheet, the manifest, or a document that Scalar shows. */
export function linksInFile(file: string, read: () => string): Link[] {
  if (file.endsWith('.css')) return linksInStyles(read());
  if (file.endsWith('.webmanifest'))
    return (JSON.parse(read()) as { icons: { src: string }[] }).icons.map(({ src }) => asset(src));
  if (file.startsWith('scalar/')) return linksInDescriptions(read());
  return [];
}

const asset = (target: string): Link => ({ target, kind: 'asset' });

/** Links in an API's descriptions. Only Scalar shows some of them, such as the tags'. */
function linksInDescriptions(document: string): Link[] {
  const links: Link[] = [];
  JSON.parse(document, (name, value: unknown) => {
    if (name !== 'description' || typeof value !== 'string') return;
    for (const node of nodesIn(markdownToMdast(value))) {
      if (node.type === 'link' || node.type === 'definition') links.push({ target: node.url, kind: 'page' });
      if (node.type === 'image') links.push(asset(node.url));
    }
  });
  return links;
}
