import { glob, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { AstroIntegration } from 'astro';
import type { Plugin } from 'vite';
import { scalarFolder } from '../config/scalar.ts';
import { WriterError } from '../shared/writer-error.ts';
import { hashOf } from './content-hash.ts';

const SCALAR = '@scalar/api-reference';
const STYLES = pathToFileURL(createRequire(import.meta.url).resolve(`${SCALAR}/style.css`));

/** The package's build for browsers: an entry, and the chunks that it loads at once or on demand. */
const BROWSER_BUILD = new URL('./browser/', STYLES);
const ENTRY = 'standalone.esm.js';

/**
 * The code at the start of the entry that adds Scalar's styles to the page. We load them as a file, in a cascade layer.
 */
const ADDS_STYLES = /^\(function\(\)\{[^]*?\}\)\(\);\s*/;

/**
 * Serves Scalar from the files that its package has for browsers. Bundling its two thousand modules ourselves would
 * take four seconds of processor time and make the download a third larger.
 */
export function scalar(): AstroIntegration {
  return {
    name: 'scalar',
    hooks: {
      'astro:config:setup': async ({ command, config, updateConfig }) => {
        const entry = await readEntry();
        // Put a hash into the entry's name, so that browsers can cache it. The names of its chunks already have one.
        const entryName = `scalar.${hashOf(entry)}.js`;
        const entryFile = fileURLToPath(new URL(ENTRY, BROWSER_BUILD));
        const entryUrl = `${config.base.replace(/\/$/, '')}/${scalarFolder}/${entryName}`;
        const plugin: Plugin = {
          name: 'scalar',
          enforce: 'pre',
          resolveId: {
            filter: { id: exactly(SCALAR) },
            handler: () =>
              command === 'build' ? { id: entryUrl, external: 'absolute' as const } : entryFile,
          },
          load: { filter: { id: exactly(entryFile) }, handler: () => entry },
          async generateBundle() {
            if (this.environment.name !== 'client') return;
            const emit = (name: string, source: string | Buffer) =>
              this.emitFile({ type: 'asset', fileName: `${scalarFolder}/${name}`, source });
            emit(entryName, entry);
            for await (const chunk of glob('chunks/*.js', { cwd: fileURLToPath(BROWSER_BUILD) }))
              emit(chunk.replaceAll('\\', '/'), await readFile(new URL(chunk, BROWSER_BUILD)));
          },
        };
        updateConfig({ vite: { plugins: [plugin] } });
      },
    },
  };
}

const exactly = (id: string) => new RegExp(`^${RegExp.escape(id)}$`);

/**
 * Reads the entry, without the code that adds styles.
 *
 * @throws WriterError when a new version of the package builds it in another way.
 */
async function readEntry(): Promise<string> {
  const file = new URL(ENTRY, BROWSER_BUILD);
  const code = await readFile(file, 'utf8');
  const [styles] = ADDS_STYLES.exec(code) ?? [];
  if (styles?.includes('`style`')) return code.slice(styles.length);
  const { version } = JSON.parse(await readFile(new URL('../package.json', STYLES), 'utf8'));
  throw new WriterError(
    `${SCALAR} ${version}: ${fileURLToPath(file)} doesn't start with the code that adds styles.\n` +
      '  Fix: go back to the previous version, or change ADDS_STYLES in src/build/scalar.ts to match the file.',
  );
}
