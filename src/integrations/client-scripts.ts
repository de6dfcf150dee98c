import process from 'node:process';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { measureCode } from '../scalar/measure-code.ts';
import { bundleScript } from '../shared/bundle-script.ts';

/** A part of each script's name. With `BUILD_SALT`, even unchanged scripts get new names; see docs/runbook.md. */
const SALT = process.env['BUILD_SALT'] ? `-${process.env['BUILD_SALT']}` : '';

/** The script that every page loads. It's bundled with its imports into one file named `site`. */
const siteScript = { name: 'site', test: /SiteScript\.astro\?astro&type=script/ };
const entryFileNames = ({ name }: { name: string }) => {
  const [component = ''] = name.split('.');
  return `_astro/${component === 'SiteScript' ? 'site' : component}.[hash]${SALT}.js`;
};

/** The styles that most pages need, in one file. With separate files, a guide would send 14 requests. */
const layoutStyles = {
  name: 'layout',
  test: /src\/(styles|layout\/(?!NotFound))|src\/search\/SearchDialog|src\/.+\/(code|tabs)\.css$|starlight\/dist\/(components|style|user-components)\/|src\/components\/((contract|parts)\/)?(Endpoint|Enum|FieldList|Fields|Figure|Method|ValueTable)\./,
};

/** Adds `client:intent` and `client:near`, builds the script for the first paint, and keeps every page's script in one file. */
export function clientScripts(): AstroIntegration {
  return {
    name: 'client-scripts',
    hooks: {
      'astro:config:setup': async ({ config, updateConfig, addClientDirective }) => {
        for (const name of ['intent', 'near'])
          addClientDirective({
            name,
            entrypoint: fileURLToPath(new URL(`client-${name}.ts`, import.meta.url)),
          });
        const code = await bundleScript('src/layout/head/before-paint.ts', {
          'import.meta.env.BASE_URL': JSON.stringify(config.base),
        });
        // Inline the script, because the page would stay blank while a separate file hangs.
        const define = { BEFORE_PAINT: JSON.stringify(code) };
        const chunkFileNames = `_astro/[name].[hash]${SALT}.js`;
        const output = { entryFileNames, chunkFileNames, codeSplitting: { groups: [siteScript] } };
        // Other scripts import from the site script. Without this option, that would split it into two files.
        const rolldownOptions = { preserveEntrySignatures: 'allow-extension' as const, output };
        const environments = {
          client: { build: { rolldownOptions } },
          prerender: {
            build: { rolldownOptions: { output: { codeSplitting: { groups: [layoutStyles] } } } },
          },
        };
        const build = {
          // The licenses of the packages in all scripts but Pagefind's, which src/search/build-index.ts adds.
          license: { fileName: 'licenses.txt' },
          // Vite warns about files above this size, in kB. Scalar's file is larger than the default limit.
          chunkSizeWarningLimit: 2000,
          // Silence the warnings about Astro's own directives: https://github.com/withastro/astro/issues/18087
          rolldownOptions: { checks: { moduleLevelDirective: false } },
        };
        updateConfig({ vite: { define, build, environments, plugins: [measureCode] } });
      },
    },
  };
}
