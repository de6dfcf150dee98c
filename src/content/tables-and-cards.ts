import { h } from 'hastscript';
import type { HastPluginDefinition } from 'satteri';

/** Headings whose lists are cards. */
const ABOVE_CARDS = ['Next steps', 'Start from a section'];

/** Puts tables into an element that scrolls, and makes cards of the lists below some headings. */
export const tablesAndCards: HastPluginDefinition = {
  name: 'tables-and-cards',
  element: {
    filter: ['table', 'ul'],
    visit(node, context) {
      if (node.tagName === 'table') {
        context.wrapNode(node, h('div', { class: 'scroller' }));
        return;
      }
      const above = context.parent(node).children.slice(0, context.indexOf(node));
      const heading = above.findLast(({ type }) => type === 'element');
      const title = heading ? context.textContent(heading) : '';
      if (ABOVE_CARDS.some((text) => title.startsWith(text)))
        context.setProperty(node, 'className', ['cards']);
    },
  },
};
