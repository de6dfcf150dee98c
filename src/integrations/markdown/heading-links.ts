import type { AstroIntegration } from 'astro';
import { addHastPlugin } from './hast-plugin.ts';

/**
 * Takes the icon out of the links beside headings: it would stand on a page as often as a heading.
 * `src/styles/content.css` draws it instead.
 */
export function headingLinks(): AstroIntegration {
  return {
    name: 'heading-links',
    hooks: {
      'astro:config:setup': ({ config }) => {
        addHastPlugin(config, {
          name: 'heading-links',
          element: {
            filter: ['span'],
            visit(node, context) {
              const { class: name, className } = node.properties as { class?: string; className?: string[] };
              if (name === 'sl-anchor-icon' || className?.includes('sl-anchor-icon'))
                context.removeNode(node);
            },
          },
        });
      },
    },
  };
}
