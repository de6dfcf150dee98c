import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import type { Plugin } from 'vite';
import { bundleScript } from './bundle-script.ts';

/** Source of the script that runs before the first paint. */
const BEFORE_PAINT_SOURCE = 'src/client/head/before-paint.ts';

/** The script of every page is one file, with all that it imports. `output/scripts.ts` lets pages load it directly. */
const siteScript = { name: 'site', test: /\/src\/client\/site\.ts$/ };

/** An import of a module's URL. */
const CHUNK_URL = /\?chunk-url$/;

/**
 * Scripts that Astro doesn't bundle into pages by itself, and `client:intent` and `client:offer`, for islands that load
 * when the reader wants them.
 */
export function clientScripts(): AstroIntegration {
  return {
    name: 'client-scripts',
    hooks: {
      'astro:config:setup': async ({ command, config, updateConfig, addClientDirective, addWatchFile }) => {
        addClientDirective({ name: 'intent', entrypoint: './src/client/islands/intent-directive.ts' });
        addClientDirective({ name: 'offer', entrypoint: './src/client/islands/offer-directive.ts' });
        const code = await bundleScript(BEFORE_PAINT_SOURCE);
        addWatchFile(new URL(`../${BEFORE_PAINT_SOURCE}`, config.srcDir));
        const plugins = [beforePaint(code), chunkUrls(command), quietDirectiveWarnings];
        const codeSplitting = { groups: [siteScript] };
        const environments = { client: { build: { rolldownOptions: { output: { codeSplitting } } } } };
        updateConfig({ vite: { plugins, environments } });
      },
    },
  };
}

declare module 'astro' {
  interface AstroClientDirectives {
    /** Loads the island when the reader points at it, focuses, touches or clicks it. */
    'client:intent'?: boolean;
    /** Loads the island once the page is shown; on a slow connection or with data saver, when readers ask for it. */
    'client:offer'?: import('../client/islands/offer-directive.ts').Offer;
  }
}

/**
 * Hides Rolldown's warning about directives that Astro itself adds: one for every page, among which writers would miss
 * the warnings they can act on. https://github.com/withastro/astro/issues/18087
 */
const quietDirectiveWarnings: Plugin = {
  name: 'quiet-directive-warnings',
  apply: 'build',
  onLog: (_level, { code }) => (code === 'MODULE_LEVEL_DIRECTIVE' ? false : undefined),
};

/** Gives pages the script that runs before the first paint. It is inline, because a file that hangs leaves a blank page. */
function beforePaint(code: string): Plugin {
  return {
    name: 'before-paint',
    resolveId: { filter: { id: /^portal:before-paint$/ }, handler: (id) => `\0${id}` },
    load: {
      filter: { id: /^\0portal:before-paint$/ },
      handler: () => `export const beforePaint = ${JSON.stringify(code)};`,
    },
  };
}

/**
 * `import url from './module.ts?chunk-url'` gives the URL of a module that is a file of its own. A failed `import()`
 * says neither which file failed nor why, and some browsers never request it again, so such a file is fetched first.
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
