import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { AstroIntegration } from 'astro';
import { hashOf } from './content-hash.ts';

const SCALAR = '@scalar/api-reference';
const SCALAR_IN_REACT = '@scalar/api-reference-react';
const STYLES = pathToFileURL(createRequire(import.meta.url).resolve(`${SCALAR}/style.css`));

/** What the package builds for browsers: an entry, and the chunks that it loads with it or on demand. */
const BROWSER_BUILD = new URL('./browser/', STYLES);
const ENTRY = new URL('standalone.esm.js', BROWSER_BUILD);

/** What a module consists of: what the entry does with its styles, a notice, the code, the address of a source map. */
const PARTS = /^([^]*?)(\/\*!\n[^]*?\*\/\n)([^]*?)(?:\/\/# sourceMappingURL=.*\s*)?$/;

/** On the server nothing of Scalar runs; to load it would take a tenth of a build. */
const STAND_IN = '\0scalar-stand-in';

/** What pages tell of the files. */
const FACTS = 'portal:scalar';
const RESOLVED_FACTS = `\0${FACTS}`;

/**
 * Serves Scalar from the files that its package has for browsers. To bundle its two thousand modules once more takes
 * four seconds of processor time, and gives readers a third more to load.
 */
export function scalar(): AstroIntegration {
  let published: Promise<void>;
  return {
    name: 'scalar',
    hooks: {
      'astro:config:setup': async ({ command, config, updateConfig }) => {
        const wrapper = fileURLToPath(new URL('components/islands/scalar.ts', config.srcDir));
        const entry = fileURLToPath(ENTRY);
        const address = `_astro/scalar/${nameOf(await textOf(ENTRY))}`;
        updateConfig({
          vite: {
            // The development server would bundle it, and all of Scalar with it.
            optimizeDeps: { exclude: [SCALAR_IN_REACT] },
            plugins: [
              {
                name: 'scalar',
                enforce: 'pre',
                resolveId: {
                  filter: { id: [exactly(FACTS), exactly(SCALAR), exactly(SCALAR_IN_REACT)] },
                  handler(id, importer) {
                    if (id === FACTS) return RESOLVED_FACTS;
                    if (id === SCALAR_IN_REACT) return this.environment.name === 'client' ? null : STAND_IN;
                    if (importer !== wrapper) return wrapper;
                    if (command !== 'build') return entry;
                    return { id: `${config.base.replace(/\/$/, '')}/${address}`, external: 'absolute' };
                  },
                },
                load: {
                  filter: { id: [exactly(RESOLVED_FACTS), exactly(STAND_IN), exactly(entry)] },
                  async handler(id) {
                    if (id === RESOLVED_FACTS) return `export const transferSize = ${await transferSize()};`;
                    return id === entry ? textOf(ENTRY) : 'export const ApiReferenceReact = undefined;';
                  },
                },
                // The files are copied while pages are drawn.
                writeBundle({ dir }) {
                  if (this.environment.name !== 'client') return;
                  published = publish(pathToFileURL(`${dir}/_astro/scalar/`));
                  published.catch(() => undefined);
                },
              },
            ],
          },
        });
      },
      'astro:build:generated': () => published,
    },
  };
}

const exactly = (id: string) => new RegExp(`^${RegExp.escape(id)}$`);

async function publish(folder: URL): Promise<void> {
  const chunks = new URL('chunks/', folder);
  await mkdir(chunks, { recursive: true });
  const names = (await readdir(new URL('chunks/', BROWSER_BUILD))).filter((name) => name.endsWith('.js'));
  const copy = async (name: string) =>
    writeFile(new URL(name, chunks), await textOf(new URL(`chunks/${name}`, BROWSER_BUILD)));
  const entry = await textOf(ENTRY);
  await Promise.all([writeFile(new URL(nameOf(entry), folder), entry), ...names.map(copy)]);
}

/** The entry's name changes with its content; the chunks' names, which stand in it, do so already. */
const nameOf = (entry: string) => `scalar.${hashOf(entry)}.js`;

/**
 * A module as it is served: its imports first, since `src/client/islands/preload.ts` looks for them there, its notice
 * last, and without the address of a source map that stays behind. The entry adds Scalar's styles to the page before
 * all else; that stays behind, too, since ours come as a file, in a layer of the page's own.
 *
 * @throws Error when the package is built in another way.
 */
async function textOf(module: URL): Promise<string> {
  const text = await readFile(module, 'utf8');
  const [, styles = '', notice = '', code = ''] = PARTS.exec(text) ?? [];
  const expected = module.href === ENTRY.href ? /^\(function\(\)\{.*`style`.*\}\)\(\);\s*$/s : /^$/;
  if (code === '' || !expected.test(styles))
    throw new Error(
      `${fileURLToPath(module)} is not made as before: look at what of it src/integrations/scalar.ts serves.`,
    );
  return code + notice;
}

/** What a reader receives before the reference can be drawn, in bytes: code and styles, compressed. */
async function transferSize(): Promise<number> {
  const modules = new Map([[ENTRY.href, textOf(ENTRY)]]);
  // A module that is added meanwhile is looked at, too.
  for (const [address, text] of modules)
    for (const [, path = ''] of (await text).matchAll(/\b(?:from|import)\s*["`](\.[^"`]+)["`]/g)) {
      const imported = new URL(path, address);
      if (!modules.has(imported.href)) modules.set(imported.href, textOf(imported));
    }
  const texts = await Promise.all([...modules.values(), readFile(STYLES, 'utf8')]);
  const sizes = await Promise.all(texts.map(compressedSize));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Larger by a hundredth than what our server sends, and known in a quarter of the time. */
async function compressedSize(text: string): Promise<number> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_SIZE_HINT]: text.length };
  return (await promisify(brotliCompress)(text, { params })).length;
}
