import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { AstroIntegration } from 'astro';
import type { Plugin } from 'vite';
import { scalarFolder } from '../config/scalar.ts';
import { WriterError } from '../shared/writer-error.ts';
import { hashOf } from './content-hash.ts';

const SCALAR = '@scalar/api-reference';
const SCALAR_IN_REACT = '@scalar/api-reference-react';
const STYLES = pathToFileURL(createRequire(import.meta.url).resolve(`${SCALAR}/style.css`));

/** The package's build for browsers: an entry, and the chunks that it loads at once or on demand. */
const BROWSER_BUILD = new URL('./browser/', STYLES);
const ENTRY = 'standalone.esm.js';

/** A module's parts: code that adds styles to the page, which only the entry has; a notice; code; a source map's URL. */
const PARTS =
  /^(\(function\(\)\{[^]*?\}\)\(\);\s*)?(\/\*!\n[^]*?\*\/\n)([^]*?)(?:\/\/# sourceMappingURL=.*\s*)?$/;

/** Replaces Scalar on the server, where it never runs: loading it would take a tenth of a build. */
const EMPTY_SCALAR = '\0empty-scalar';

/**
 * Serves Scalar from the files that its package has for browsers. Bundling its two thousand modules ourselves would
 * take four seconds of processor time and make the download a third larger.
 */
export function scalar(): AstroIntegration {
  return {
    name: 'scalar',
    hooks: {
      'astro:config:setup': async ({ command, config, updateConfig }) => {
        const entry = await readModule(ENTRY);
        // The entry's name changes with its content. The chunks' names, which are part of it, do so already.
        const entryName = `scalar.${hashOf(entry)}.js`;
        const wrapper = fileURLToPath(new URL('components/islands/scalar.ts', config.srcDir));
        const entryFile = fileURLToPath(new URL(ENTRY, BROWSER_BUILD));
        const entryUrl = `${config.base.replace(/\/$/, '')}/${scalarFolder}/${entryName}`;
        const plugin: Plugin = {
          name: 'scalar',
          enforce: 'pre',
          resolveId: {
            filter: { id: [exactly(SCALAR), exactly(SCALAR_IN_REACT)] },
            handler(id, importer) {
              if (id === SCALAR_IN_REACT) return this.environment.name === 'client' ? null : EMPTY_SCALAR;
              if (importer !== wrapper) return wrapper;
              return command === 'build' ? { id: entryUrl, external: 'absolute' } : entryFile;
            },
          },
          load: {
            filter: { id: [exactly(EMPTY_SCALAR), exactly(entryFile)] },
            handler: (id) => (id === entryFile ? entry : 'export const ApiReferenceReact = undefined;'),
          },
          async generateBundle() {
            if (this.environment.name !== 'client') return;
            const modules = [...(await readChunks()), { name: entryName, code: entry }];
            for (const { name, code } of modules)
              this.emitFile({ type: 'asset', fileName: `${scalarFolder}/${name}`, source: code });
          },
        };
        // The development server would bundle the package, and all of Scalar with it.
        updateConfig({ vite: { optimizeDeps: { exclude: [SCALAR_IN_REACT] }, plugins: [plugin] } });
      },
    },
  };
}

const exactly = (id: string) => new RegExp(`^${RegExp.escape(id)}$`);

/** The chunks of Scalar's browser build as we serve them. */
async function readChunks(): Promise<{ name: string; code: string }[]> {
  const files = await readdir(new URL('chunks/', BROWSER_BUILD));
  const names = files.filter((file) => file.endsWith('.js')).map((file) => `chunks/${file}`);
  return Promise.all(names.map(async (name) => ({ name, code: await readModule(name) })));
}

/**
 * Reads a module, and moves its notice to the end, since `src/client/islands/preload.ts` looks for imports at its start.
 * Two things are left out: the URL of a source map that we don't serve, and in the entry the code that adds Scalar's
 * styles to the page, since we load them as a file, in a cascade layer.
 *
 * @throws WriterError when a new version of the package builds its modules in another way.
 */
async function readModule(path: string): Promise<string> {
  const [, styles, notice, code] = PARTS.exec(await readFile(new URL(path, BROWSER_BUILD), 'utf8')) ?? [];
  const hasStyles = styles?.includes('`style`') ?? false;
  if (code && hasStyles === (path === ENTRY)) return code + notice!;
  const { version } = JSON.parse(await readFile(new URL('../package.json', STYLES), 'utf8'));
  const expected = `${path === ENTRY ? 'the code that adds styles, ' : ''}a notice in /*! … */ and the code`;
  throw new WriterError(
    `${SCALAR} ${version}: ${fileURLToPath(new URL(path, BROWSER_BUILD))} should consist of ${expected}.\n` +
      '  Fix: install the version before, or change PARTS in src/integrations/scalar.ts to match the file.',
  );
}
