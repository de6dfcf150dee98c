import { h } from 'hastscript';
import type { HastPluginDefinition } from 'satteri';

/** Puts tables into an element that scrolls, and keeps short code with a space or hyphen on one line. */
export const tablesAndCode: HastPluginDefinition = {
  name: 'tables-and-code',
  element: {
    filter: ['table', 'code'],
    visit(node, context) {
      if (node.tagName === 'table') context.wrapNode(node, h('div', { class: 'scroller' }));
      else if (/^(?=.*[ -]).{1,14}$/.test(context.textContent(node)))
        context.setProperty(node, 'className', ['unbroken']);
    },
  },
};
