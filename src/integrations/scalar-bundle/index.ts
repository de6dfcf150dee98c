import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { apis } from '../../config/apis.ts';
import { filesBelow } from '../files-below.ts';
import { hashOf } from '../content-hash.ts';
import type { Bundle } from './bundle.ts';
import { FACTS, keptBundle } from './kept.ts';

const SCALAR = '@scalar/api-reference';
const SCALAR_IN_REACT = '@scalar/api-reference-react';

/** On the server nothing of Scalar runs; to load it would take a tenth of a build. */
const STAND_IN = '\0scalar-stand-in';

/** Where pages tell what the bundle weighs, which is known when they are drawn already. */
const SIZE = /<span data-transfer-size\b[^>]*><\/span>/;

/**
 * Bundles Scalar beside the build instead of within it. Its two thousand modules take as long as everything
 * else of this site and most of the memory; a process of its own uses the second core meanwhile and gives the
 * memory back. The build waits for it at the end alone, and keeps the bundle for the next one.
 */
export function scalarBundle(): AstroIntegration {
  let finish: ((dir: URL, pages: readonly { pathname: string }[]) => Promise<void>) | undefined;
  return {
    name: 'scalar-bundle',
    hooks: {
      'astro:config:setup': async ({ command, config, updateConfig }) => {
        const islands = new URL('components/islands/', config.srcDir);
        const entry = fileURLToPath(new URL('scalar.ts', islands));
        const name = `scalar.${await hashOfSources(config.root, islands)}`;
        const address = `_astro/scalar/${name}.js`;
        if (command === 'build') {
          const folder = new URL(`.astro/scalar/${name}/`, config.root);
          const bundled = keptBundle(folder, (unfinished) =>
            bundleIn(
              fork(new URL('./bundle.ts', import.meta.url), [fileURLToPath(unfinished), `${name}.js`]),
            ),
          );
          // The end of the build hears of a failure; until then it is no unhandled one.
          bundled.catch(() => undefined);
          finish = async (dir, pages) => {
            const { transferSize } = await bundled;
            const isSite = (file: string) => basename(file) !== FACTS;
            await cp(folder, new URL('_astro/scalar/', dir), { recursive: true, filter: isSite });
            const size = ` (${(transferSize / 1e6).toFixed(1)} MB)`;
            for (const { pathname } of pages.filter(isInteractive)) {
              const page = new URL(`${pathname}index.html`, dir);
              await writeFile(page, (await readFile(page, 'utf8')).replace(SIZE, size));
            }
          };
        }
        updateConfig({
          vite: {
            plugins: [
              {
                name: 'scalar-bundle',
                enforce: 'pre',
                resolveId(id, importer) {
                  if (id === SCALAR_IN_REACT && this.environment.name !== 'client') return STAND_IN;
                  if (id !== SCALAR || importer === entry) return null;
                  if (command !== 'build') return entry;
                  return { id: `${config.base.replace(/\/$/, '')}/${address}`, external: 'absolute' };
                },
                load: (id) => (id === STAND_IN ? 'export const ApiReferenceReact = undefined;' : null),
              },
            ],
          },
        });
      },
      'astro:build:done': ({ dir, pages }) => finish?.(dir, pages),
    },
  };
}

/** Stands for the content of the bundle, which has its name before it is made: our code, and what the lockfile names. */
async function hashOfSources(root: URL, islands: URL): Promise<string> {
  const own = (await filesBelow(fileURLToPath(islands))).map((file) => new URL(file, islands));
  const files = [new URL('package-lock.json', root), new URL('./bundle.ts', import.meta.url), ...own];
  return hashOf((await Promise.all(files.map((file) => readFile(file, 'utf8')))).join('\n'));
}

function isInteractive({ pathname }: { pathname: string }): boolean {
  return apis.some(({ page }) => `/${pathname}`.endsWith(`/${page}/`));
}

async function bundleIn(child: ChildProcess): Promise<Bundle> {
  child.unref();
  // The build needs the processor first, and the bundle last. Before the child starts threads: they take it over.
  if (child.pid) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  const [answer] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => {
      throw new Error(`Scalar was not bundled: the process ended with ${code}.`);
    }),
  ]);
  return answer as Bundle;
}
