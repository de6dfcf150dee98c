import { satteriHeadingIdsPlugin } from '@astrojs/markdown-satteri';
import type { HastNode, HastPluginDefinition, HastPluginList } from 'satteri';

/**
 * Makes the headings of guides links to themselves, so that readers can share a section. Starlight's `headingLinks`
 * adds a second element with an icon and a name of its own to each heading.
 */
export const headingLinks = (): HastPluginList => [satteriHeadingIdsPlugin(), linkHeadings];

const linkHeadings: HastPluginDefinition = {
  name: 'heading-links',
  element: {
    filter: ['h2', 'h3', 'h4'],
    visit(node) {
      const id = node.properties['id'];
      if (typeof id !== 'string' || node.children.some(holdsLink)) return undefined;
      const properties = { href: `#${id}`, className: ['heading-link'] };
      return { ...node, children: [{ type: 'element', tagName: 'a', properties, children: node.children }] };
    },
  },
};

/** Links can't be nested. */
function holdsLink(node: Readonly<HastNode>): boolean {
  return ('tagName' in node && node.tagName === 'a') || ('children' in node && node.children.some(holdsLink));
}
