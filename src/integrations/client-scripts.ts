import process from 'node:process';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { bundleScript } from '../shared/bundle-script.ts';

/** Part of script names. Set it to rename scripts whose content hasn't changed; see docs/runbook.md. */
const SALT = process.env['BUILD_SALT'] ? `-${process.env['BUILD_SALT']}` : '';

/** The script that every page loads. With its imports, it's one file with the name `site`. */
const siteScript = { name: 'site', test: /SiteScript\.astro\?astro&type=script/ };
const entryFileNames = ({ name }: { name: string }) =>
  `_astro/${name.startsWith('SiteScript.') ? 'site' : name.replace(/\..*/, '')}.[hash]${SALT}.js`;

/** The styles that most pages need, as one file. Separate files would mean 14 requests on a guide. */
const layoutStyles = {
  name: 'layout',
  test: /src\/(styles|layout\/(?!NotFound))|src\/search\/SearchDialog|src\/.+\/(code|tabs|term-note)\.css$|starlight\/dist\/(components|style|user-components)\/|src\/components\/(contract\/)?(Endpoint|FieldList|Fields|Method|Parameters|Values)\./,
};

/** Adds `client:intent`, builds the script for the first paint, and keeps every page's script in one file. */
export function clientScripts(): AstroIntegration {
  return {
    name: 'client-scripts',
    hooks: {
      'astro:config:setup': async ({ config, updateConfig, addClientDirective }) => {
        const entrypoint = fileURLToPath(new URL('client-intent.ts', import.meta.url));
        addClientDirective({ name: 'intent', entrypoint });
        const code = await bundleScript('src/layout/head/before-paint.ts', {
          'import.meta.env.BASE_URL': JSON.stringify(config.base),
        });
        // Inline, because a file that hangs would leave the page blank.
        const define = { BEFORE_PAINT: JSON.stringify(code) };
        const chunkFileNames = `_astro/[name].[hash]${SALT}.js`;
        const output = { entryFileNames, chunkFileNames, codeSplitting: { groups: [siteScript] } };
        // Other scripts may import from it, which would otherwise split it into two files that load in sequence.
        const rolldownOptions = { preserveEntrySignatures: 'allow-extension' as const, output };
        const environments = {
          client: { build: { rolldownOptions } },
          prerender: {
            build: { rolldownOptions: { output: { codeSplitting: { groups: [layoutStyles] } } } },
          },
        };
        const build = {
          // Vite warns about larger files, and Scalar's file is larger than the default limit.
          chunkSizeWarningLimit: 2000,
          // Astro's own directives, one for each page: https://github.com/withastro/astro/issues/18087
          rolldownOptions: { checks: { moduleLevelDirective: false } },
        };
        updateConfig({ vite: { define, build, environments } });
      },
    },
  };
}
