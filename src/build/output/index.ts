import { glob, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { checkLinks } from '../link-check/index.ts';
import { removeScripts, withoutIslandRuntime } from './scripts.ts';
import { purgeStyles, styleGroups } from './styles.ts';

/**
 * Processes pages after Astro has rendered them: removes CSS rules that no page uses, removes scripts that no page
 * needs, and checks every link. Pages look and work the same without the first two steps but are larger;
 * `tests/build/output-step.test.ts` compares them.
 */
export function output(): AstroIntegration {
  let site = { base: '', origin: '', root: '' };
  return {
    name: 'output',
    hooks: {
      'astro:config:setup': ({ updateConfig }) => {
        const codeSplitting = { groups: styleGroups };
        const environments = { prerender: { build: { rolldownOptions: { output: { codeSplitting } } } } };
        updateConfig({ vite: { environments } });
      },
      'astro:config:done': ({ config }) => {
        site = {
          base: config.base.replace(/\/$/, ''),
          origin: config.site ? new URL(config.site).origin : '',
          root: fileURLToPath(config.root),
        };
      },
      'astro:build:done': async ({ dir, logger }) => {
        const folder = fileURLToPath(dir);
        const replacements = [...(await purgeStyles(folder)), ...(await removeScripts(folder))];
        for await (const page of glob('**/*.html', { cwd: folder })) {
          const html = await readFile(join(folder, page), 'utf8');
          let finished = withoutIslandRuntime(html);
          for (const [what, by] of replacements) finished = finished.replaceAll(what, by);
          await writeFile(join(folder, page), finished);
        }
        logger.info(`Checked ${await checkLinks({ folder, ...site })} links.`);
      },
    },
  };
}
