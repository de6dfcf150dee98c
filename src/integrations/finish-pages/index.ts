import { glob, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { filesBelow } from '../files-below.ts';
import { checkSite, describeFaults } from '../link-check/check.ts';
import { pageReader } from '../link-check/read-site.ts';
import { ScriptFinisher, scriptGroups } from './scripts.ts';
import { putBackSidebar, takeOutSidebar, unmarked } from './sidebar.ts';
import { StyleFinisher, styleGroups } from './styles.ts';

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
        origin = config.site ?? '';
        base = config.base.replace(/\/$/, '');
      },
      // While the search index is made by another process, this one has time.
      'astro:build:generated': ({ dir }) => {
        learned = learnSite(fileURLToPath(dir));
        learned.catch(() => undefined);
      },
      'astro:build:done': async ({ dir, logger }) => {
        const folder = fileURLToPath(dir);
        const { pages, styles, scripts } = await learned;
        await styles.writeShared();
        await scripts.writeShared();

        const readPage = pageReader(base);
        const built = [];
        let links = 0;
        for (const page of pages) {
          const { rest, sidebar } = takeOutSidebar(await readFile(join(folder, page), 'utf8'));
          const finished = scripts.finish(await styles.finish(rest));
          await writeFile(join(folder, page), putBackSidebar({ rest: finished, sidebar }));
          const read = readPage(page, finished, sidebar);
          links += read.links.length + read.sidebarLinks.length;
          built.push(read);
        }

        const files = new Set((await filesBelow(folder)).map((file) => `${base}/${file}`));
        const faults = checkSite({ base, pages: built, files, sheets: await styles.finished() }, origin);
        if (faults.length > 0) throw new Error(describeFaults(faults));
        logger.info(`${links} links on ${built.length} pages lead somewhere.`);
      },
    },
  };
}

/** Reads all pages for what they use. */
async function learnSite(folder: string) {
  // The code that drew the pages is beside them until it is removed, while this runs.
  const isCode = (file: string) => file.startsWith('.prerender');
  const pages = (await Array.fromAsync(glob('**/*.html', { cwd: folder, exclude: isCode }))).sort();
  const styles = await StyleFinisher.read(folder);
  const scripts = new ScriptFinisher(folder, pages.length);
  const sidebars = new Set<string>();
  for (const page of pages) {
    const { rest, sidebar } = takeOutSidebar(await readFile(join(folder, page), 'utf8'));
    styles.learn(rest);
    scripts.learn(rest);
    const common = unmarked(sidebar);
    if (!sidebars.has(common)) styles.learn(sidebar);
    sidebars.add(common);
  }
  return { pages, styles, scripts };
}
