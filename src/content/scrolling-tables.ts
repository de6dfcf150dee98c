import { h } from 'hastscript';
import type { HastPluginDefinition } from 'satteri';

/** Puts tables into an element that scrolls. */
export const scrollingTables: HastPluginDefinition = {
  name: 'scrolling-tables',
  element: {
    filter: ['table'],
    visit: (node, context) => context.wrapNode(node, h('div', { class: 'scroller' })),
  },
};
