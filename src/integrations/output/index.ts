import { readFileSync, writeFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { checkLinks } from './link-check/index.ts';
import { scriptGroups } from './bundle-scripts.ts';
import { IslandFinisher } from './islands.ts';
import { ScriptFinisher } from './scripts.ts';
import { styleGroups } from './stylesheets.ts';
import { SidebarFinisher } from './sidebar.ts';
import { StyleFinisher } from './styles.ts';

/** Names for chunks and what goes into them, as the bundler wants them. */
type CodeGroups = { name: string; test: RegExp }[];

/**
 * Finishes the built pages: scripts that most of them share become one file, styles are cut down to what is
 * used, and every link is checked. Two passes over the pages serve all three, since a large site has hundreds
 * of megabytes of them: the first learns what the pages use, the second rewrites and checks.
 */
export function finishPages(): AstroIntegration {
  let origin = '';
  let base = '';
  let root = '';
  let learned: ReturnType<typeof learnSite>;
  return {
    name: 'finish-pages',
    hooks: {
      'astro:config:setup': ({ updateConfig }) => {
        const groups = (each: CodeGroups) => ({
          build: { rolldownOptions: { output: { codeSplitting: { groups: each } } } },
        });
        const environments = { prerender: groups(styleGroups), client: groups(scriptGroups) };
        updateConfig({ vite: { environments } });
      },
      'astro:config:done': ({ config }) => {
        origin = config.site ? new URL(config.site).origin : '';
        base = config.base.replace(/\/$/, '');
        root = fileURLToPath(config.root);
      },
      'astro:build:generated': ({ dir }) => {
        learned = learnSite(fileURLToPath(dir));
        learned.catch(() => undefined);
      },
      'astro:build:done': async ({ dir, logger }) => {
        const folder = fileURLToPath(dir);
        const { pages, styles, scripts, islands, sidebars } = await learned;
        await styles.writeShared();
        await scripts.writeShared({ ISLAND_ATTRIBUTES: islands.attributes });

        for (const page of pages) {
          const parts = sidebars.takeOut(readFileSync(join(folder, page), 'utf8'));
          parts.rest = islands.finish(scripts.finish(await styles.finish(parts.rest)));
          writeFileSync(
            join(folder, page),
            sidebars.putBack(parts, (html) => styles.shorten(html)),
          );
        }
        const links = await checkLinks({ folder, base, origin, root });
        // Starlight's validator reports success.
        logger.debug(`Checked ${links} links.`);
      },
    },
  };
}

/** Reads all pages for what they use. */
async function learnSite(folder: string) {
  // The code that drew the pages is beside them until it is removed, while this runs.
  const isCode = (file: string) => file.startsWith('.prerender');
  const files = await Array.fromAsync(glob('**/*.html', { cwd: folder, exclude: isCode }));
  const pages = files.map((file) => file.split(sep).join('/')).sort();
  const styles = await StyleFinisher.read(folder);
  const scripts = new ScriptFinisher(folder, pages.length);
  const islands = new IslandFinisher();
  const sidebars = new SidebarFinisher();
  for (const page of pages) {
    const html = readFileSync(join(folder, page), 'utf8');
    sidebars.takeOut(html);
    styles.learn(html);
    scripts.learn(html);
    islands.learn(html);
  }
  return { pages, styles, scripts, islands, sidebars };
}
