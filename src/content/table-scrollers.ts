import type { HastPluginDefinition } from 'satteri';

/** Puts each table into an element that scrolls, so that the table itself can be as wide as the text. */
export const tableScrollers: HastPluginDefinition = {
  name: 'table-scrollers',
  element: {
    filter: ['table'],
    visit(node) {
      return { type: 'element', tagName: 'div', properties: { className: ['scroller'] }, children: [node] };
    },
  },
};
