import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cp, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';

const SCALAR = '@scalar/api-reference';

/**
 * Bundles Scalar beside the build instead of within it. Its two thousand modules take as long as everything
 * else of this site and most of the memory; a process of its own uses the second core meanwhile and gives the
 * memory back.
 */
export function scalarBundle(): AstroIntegration {
  let finish: (dir: URL) => Promise<void>;
  return {
    name: 'scalar-bundle',
    hooks: {
      'astro:config:setup': async ({ command, config, updateConfig }) => {
        if (command !== 'build') return;
        const folder = new URL('.astro/scalar/', config.root);
        const base = config.base.replace(/\/$/, '');
        await rm(folder, { recursive: true, force: true });
        const entry = entryOf(fork(new URL('./bundle.ts', import.meta.url), [fileURLToPath(folder)]));
        // Whoever asks for it hears of a failure; until then it is no unhandled one.
        entry.catch(() => undefined);
        finish = async (dir) => {
          await entry;
          await cp(folder, new URL('_astro/', dir), { recursive: true });
        };
        updateConfig({
          vite: {
            plugins: [
              {
                name: 'scalar-bundle',
                enforce: 'pre',
                applyToEnvironment: ({ name }) => name === 'client',
                async resolveId(id) {
                  if (id !== SCALAR) return null;
                  return { id: `${base}/_astro/${await entry}`, external: 'absolute' };
                },
              },
            ],
          },
        });
      },
      'astro:build:done': ({ dir }) => finish(dir),
    },
  };
}

/** The file that exports what Scalar's package exports. */
async function entryOf(child: ChildProcess): Promise<string> {
  child.unref();
  const [answer] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => {
      throw new Error(`Scalar was not bundled: the process ended with ${code}.`);
    }),
  ]);
  return String(answer);
}
