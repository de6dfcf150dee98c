import { isSatteriProcessor } from '@astrojs/markdown-satteri';
import type { AstroConfig } from 'astro';
import type { HastPluginInput } from 'satteri';

/**
 * Adds a plugin that changes the HTML of Markdown and MDX pages.
 *
 * @throws Error if the site doesn't use Sätteri as its Markdown processor.
 */
export function addHastPlugin({ markdown: { processor } }: AstroConfig, plugin: HastPluginInput): void {
  if (!isSatteriProcessor(processor))
    throw new Error(
      'astro.config.mjs: keep Sätteri as the Markdown processor; the plugins in src/integrations/markdown/ need it.',
    );
  processor.options.hastPlugins.push(plugin);
}
