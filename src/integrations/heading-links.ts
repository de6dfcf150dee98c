import type { AstroIntegration } from 'astro';
import { addHastPlugin } from './hast-plugin.ts';

/**
 * Takes the drawing out of the links beside headings: it would stand on a page as often as a heading.
 * `src/styles/content.css` draws the icon instead.
 */
export function headingLinks(): AstroIntegration {
  return {
    name: 'heading-links',
    hooks: {
      'astro:config:setup': ({ config }) => {
        addHastPlugin(config, {
          name: 'heading-links',
          element: {
            filter: ['svg'],
            visit(node, context) {
              const parent = context.parent(node);
              const { class: name, className } = (
                parent && 'properties' in parent ? parent.properties : {}
              ) as {
                class?: string;
                className?: string[];
              };
              if (name === 'sl-anchor-icon' || className?.includes('sl-anchor-icon'))
                context.removeNode(node);
            },
          },
        });
      },
    },
  };
}
