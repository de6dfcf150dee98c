import process from 'node:process';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import type { Plugin } from 'vite';
import { bundleScript } from '../shared/bundle-script.ts';

/** Source of the script that runs before the first paint. */
const BEFORE_PAINT_SOURCE = 'src/layout/head/before-paint.ts';

/** Gives scripts other names although their content is the same; see docs/runbook.md. */
const SALT = process.env['BUILD_SALT'] ? `-${process.env['BUILD_SALT']}` : '';

/** The script of every page is one file, with all that it imports, and has the name `site`. */
const siteScript = { name: 'site', test: /SiteScript\.astro\?astro&type=script/ };
const entryFileNames = ({ name }: { name: string }) =>
  `_astro/${name.startsWith('SiteScript.') ? 'site' : name.replace(/\..*/, '')}.[hash]${SALT}.js`;

/** The styles that most pages need, as one file. Each component would have its own: 14 requests on a guide. */
const layoutStyles = {
  name: 'layout',
  test: /src\/(styles|layout\/(?!NotFound))|src\/search\/SearchDialog|src\/.+\/(code|tabs|term-note)\.css$|starlight\/dist\/(components|style|user-components)\/|src\/components\/(contract\/)?(Endpoint|FieldList|Fields|Method|Parameters|Values)\./,
};

/** Adds `client:intent`, builds the script that runs before the first paint, and keeps that of every page in one file. */
export function clientScripts(): AstroIntegration {
  return {
    name: 'client-scripts',
    hooks: {
      'astro:config:setup': async ({ config, updateConfig, addClientDirective }) => {
        const entrypoint = fileURLToPath(new URL('client-intent.ts', import.meta.url));
        addClientDirective({ name: 'intent', entrypoint });
        const code = await bundleScript(BEFORE_PAINT_SOURCE, {
          'import.meta.env.BASE_URL': JSON.stringify(config.base),
        });
        const plugins = [beforePaint(code), quietDirectiveWarnings];
        const chunkFileNames = `_astro/[name].[hash]${SALT}.js`;
        const output = { entryFileNames, chunkFileNames, codeSplitting: { groups: [siteScript] } };
        // Other scripts may import from it. Otherwise, it would be two files, which load one after the other.
        const rolldownOptions = { preserveEntrySignatures: 'allow-extension' as const, output };
        const environments = {
          client: { build: { rolldownOptions } },
          prerender: {
            build: { rolldownOptions: { output: { codeSplitting: { groups: [layoutStyles] } } } },
          },
        };
        // Vite warns about larger files. Scalar's is.
        const build = { chunkSizeWarningLimit: 2000 };
        updateConfig({ vite: { plugins, build, environments } });
      },
    },
  };
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
