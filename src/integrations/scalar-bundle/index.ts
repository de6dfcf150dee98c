import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cp, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import type { Bundle } from './bundle.ts';

const SCALAR = '@scalar/api-reference';
const SCALAR_IN_REACT = '@scalar/api-reference-react';

/** On the server nothing of Scalar runs; to load it would take a tenth of a build. */
const STAND_IN = '\0scalar-stand-in';

/** Tells pages what the bundle weighs. */
const FACTS = 'virtual:scalar-bundle';

/**
 * Bundles Scalar beside the build instead of within it. Its two thousand modules take as long as everything
 * else of this site and most of the memory; a process of its own uses the second core meanwhile and gives the
 * memory back.
 */
export function scalarBundle(): AstroIntegration {
  let finish: ((dir: URL) => Promise<void>) | undefined;
  return {
    name: 'scalar-bundle',
    hooks: {
      'astro:config:setup': async ({ command, config, updateConfig }) => {
        const folder = new URL('.astro/scalar/', config.root);
        const facts = new URL('.astro/scalar.json', config.root);
        const entry = fileURLToPath(new URL('components/islands/scalar.ts', config.srcDir));
        const base = config.base.replace(/\/$/, '');
        await rm(folder, { recursive: true, force: true });
        await rm(facts, { force: true });
        let bundle: Promise<Bundle> | undefined;
        if (command === 'build') {
          const bundled = bundleIn(fork(new URL('./bundle.ts', import.meta.url), [fileURLToPath(folder)]));
          // Whoever asks for it hears of a failure; until then it is no unhandled one.
          bundled.catch(() => undefined);
          bundle = bundled;
          finish = async (dir) => {
            await bundled;
            await cp(folder, new URL('_astro/scalar/', dir), { recursive: true });
          };
        }
        updateConfig({
          vite: {
            plugins: [
              {
                name: 'scalar-bundle',
                enforce: 'pre',
                async resolveId(id, importer) {
                  if (id === FACTS) return `\0${FACTS}`;
                  if (id === SCALAR_IN_REACT && this.environment.name !== 'client') return STAND_IN;
                  if (id !== SCALAR || importer === entry) return null;
                  if (!bundle) return entry;
                  const { entry: file, transferSize } = await bundle;
                  // Pages are drawn after this, by code that was bundled before.
                  await writeFile(facts, JSON.stringify({ transferSize }));
                  return { id: `${base}/_astro/scalar/${file}`, external: 'absolute' };
                },
                load(id) {
                  if (id === STAND_IN) return 'export const ApiReferenceReact = undefined;';
                  if (id === `\0${FACTS}`) return factsModule(facts);
                  return null;
                },
              },
            ],
          },
        });
      },
      'astro:build:done': ({ dir }) => finish?.(dir),
    },
  };
}

function factsModule(file: URL): string {
  return `
    import { existsSync, readFileSync } from 'node:fs';
    const file = ${JSON.stringify(fileURLToPath(file))};
    export const transferSize = () =>
      existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).transferSize : undefined;
  `;
}

async function bundleIn(child: ChildProcess): Promise<Bundle> {
  child.unref();
  const [answer] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => {
      throw new Error(`Scalar was not bundled: the process ended with ${code}.`);
    }),
  ]);
  return answer as Bundle;
}
