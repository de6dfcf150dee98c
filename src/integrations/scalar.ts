import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
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

/** The virtual module that tells pages how large the download is. */
const FACTS = 'portal:scalar';
const RESOLVED_FACTS = `\0${FACTS}`;

/**
 * Serves Scalar from the files that its package has for browsers. Bundling its two thousand modules ourselves would
 * take four seconds of processor time and make the download a third larger.
 */
export function scalar(): AstroIntegration {
  return {
    name: 'scalar',
    hooks: {
      'astro:config:setup': async ({ command, config, updateConfig }) => {
        const modules = await readModules();
        const entry = modules.get(ENTRY)!;
        // The entry's name changes with its content. The chunks' names, which are part of it, do so already.
        const served = new Map([...modules, [`scalar.${hashOf(entry)}.js`, entry]]);
        served.delete(ENTRY);

        const wrapper = fileURLToPath(new URL('components/islands/scalar.ts', config.srcDir));
        const entryFile = fileURLToPath(new URL(ENTRY, BROWSER_BUILD));
        const entryUrl = `${config.base.replace(/\/$/, '')}/${scalarFolder}/scalar.${hashOf(entry)}.js`;
        const plugin: Plugin = {
          name: 'scalar',
          enforce: 'pre',
          resolveId: {
            filter: { id: [exactly(FACTS), exactly(SCALAR), exactly(SCALAR_IN_REACT)] },
            handler(id, importer) {
              if (id === FACTS) return RESOLVED_FACTS;
              if (id === SCALAR_IN_REACT) return this.environment.name === 'client' ? null : EMPTY_SCALAR;
              if (importer !== wrapper) return wrapper;
              return command === 'build' ? { id: entryUrl, external: 'absolute' } : entryFile;
            },
          },
          load: {
            filter: { id: [exactly(RESOLVED_FACTS), exactly(EMPTY_SCALAR), exactly(entryFile)] },
            async handler(id) {
              if (id === entryFile) return entry;
              if (id === EMPTY_SCALAR) return 'export const ApiReferenceReact = undefined;';
              return `export const transferSize = ${await transferSize(modules)};`;
            },
          },
          generateBundle() {
            if (this.environment.name !== 'client') return;
            for (const [name, source] of served)
              this.emitFile({ type: 'asset', fileName: `${scalarFolder}/${name}`, source });
          },
        };
        // The development server would bundle the package, and all of Scalar with it.
        updateConfig({ vite: { optimizeDeps: { exclude: [SCALAR_IN_REACT] }, plugins: [plugin] } });
      },
    },
  };
}

const exactly = (id: string) => new RegExp(`^${RegExp.escape(id)}$`);

/** The modules of Scalar's browser build as we serve them, by their path in it. */
async function readModules(): Promise<Map<string, string>> {
  const files = await readdir(new URL('chunks/', BROWSER_BUILD));
  const chunks = files.filter((file) => file.endsWith('.js')).map((file) => `chunks/${file}`);
  const read = async (path: string) => [path, await readModule(path)] as const;
  return new Map(await Promise.all([ENTRY, ...chunks].map(read)));
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
  const { version } = JSON.parse(await readFile(new URL('../package.json', STYLES), 'utf8')) as {
    version: string;
  };
  const expected = `${path === ENTRY ? 'the code that adds styles, ' : ''}a notice in /*! … */ and the code`;
  throw new WriterError(
    `${SCALAR} ${version}: ${fileURLToPath(new URL(path, BROWSER_BUILD))} should consist of ${expected}.\n` +
      '  Fix: install the version before, or change PARTS in src/integrations/scalar.ts to match the file.',
  );
}

/** How much a reader downloads before the reference can render, in bytes: code and styles, compressed. */
async function transferSize(modules: ReadonlyMap<string, string>): Promise<number> {
  const needed = new Set([ENTRY]);
  // A set also yields what is added while it is read.
  for (const path of needed)
    for (const [, imported = ''] of modules.get(path)!.matchAll(/\b(?:from|import)\s*["`](\.[^"`]+)["`]/g))
      needed.add(new URL(imported, `file:///${path}`).pathname.slice(1));
  const texts = [...needed].map((path) => modules.get(path)!);
  const sizes = await Promise.all([...texts, await readFile(STYLES, 'utf8')].map(compressedSize));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** At quality 6: a hundredth larger than what our server sends, and four times as fast. */
async function compressedSize(text: string): Promise<number> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_SIZE_HINT]: text.length };
  return (await promisify(brotliCompress)(text, { params })).length;
}
