import { isSatteriProcessor } from '@astrojs/markdown-satteri';
import type { AstroConfig } from 'astro';
import type { HastPluginInput } from 'satteri';

/**
 * Adds a step to how the HTML of Markdown pages is made.
 *
 * @throws Error when the pages are not made by Sätteri.
 */
export function addHastPlugin({ markdown: { processor } }: AstroConfig, plugin: HastPluginInput): void {
  if (!isSatteriProcessor(processor)) throw new Error('The Markdown processor has to be Sätteri.');
  processor.options.hastPlugins.push(plugin);
}
