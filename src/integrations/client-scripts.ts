import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import type { Plugin } from 'vite';
import { bundleScript } from './bundle-script.ts';

/** Imported by ThemeProvider.astro; src/env.d.ts declares it. */
const BEFORE_PAINT = 'portal:before-paint';

/** Source of the script that runs before the first paint. */
const BEFORE_PAINT_SOURCE = 'src/client/head/before-paint.ts';

/** The script of every page is one file, with all that it imports. `output/scripts.ts` lets pages load it directly. */
const siteScript = { name: 'site', test: /\/src\/client\/site\.ts$/ };

/** An import of a module's URL. */
const CHUNK_URL = /\?chunk-url$/;

/** What pages need to know of scripts that Astro doesn't bundle into them. */
export function clientScripts(): AstroIntegration {
  return {
    name: 'client-scripts',
    hooks: {
      'astro:config:setup': async ({ command, config, updateConfig, addWatchFile }) => {
        const code = await bundleScript(BEFORE_PAINT_SOURCE);
        addWatchFile(new URL(`../${BEFORE_PAINT_SOURCE}`, config.srcDir));
        const plugins = [beforePaint(code), chunkUrls(command)];
        const codeSplitting = { groups: [siteScript] };
        const environments = { client: { build: { rolldownOptions: { output: { codeSplitting } } } } };
        updateConfig({ vite: { plugins, environments } });
      },
    },
  };
}

/** Gives pages the script that runs before the first paint. It is inline, because a file that hangs leaves a blank page. */
function beforePaint(code: string): Plugin {
  return {
    name: 'before-paint',
    resolveId: { filter: { id: /^portal:before-paint$/ }, handler: () => `\0${BEFORE_PAINT}` },
    load: {
      filter: { id: /^\0portal:before-paint$/ },
      handler: () => `export const beforePaint = ${JSON.stringify(code)};`,
    },
  };
}

/**
 * `import url from './module.ts?chunk-url'` gives the URL of a module that is a file of its own. A failed `import()`
 * says neither which file failed nor why, and some browsers never ask for it again, so such a file is fetched first.
 */
function chunkUrls(command: string): Plugin {
  return {
    name: 'chunk-urls',
    resolveId: {
      filter: { id: CHUNK_URL },
      async handler(source, importer) {
        const module = await this.resolve(source.replace(CHUNK_URL, ''), importer);
        return module && `${module.id}?chunk-url`;
      },
    },
    load: {
      filter: { id: CHUNK_URL },
      handler(id) {
        const module = id.replace(CHUNK_URL, '');
        if (command !== 'build' || this.environment.name !== 'client')
          return `export default ${JSON.stringify(module.replace(fileURLToPath(new URL('../..', import.meta.url)), '/'))};`;
        const reference = this.emitFile({ type: 'chunk', id: module });
        return `export default import.meta.ROLLUP_FILE_URL_${reference};`;
      },
    },
  };
}
