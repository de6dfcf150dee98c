import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import type { ViteDevServer } from 'vite';
import { compileContracts } from './compile.ts';
import { namesAsTypes } from './types.ts';

/** The module through which every page reads contracts. */
export const contractReader = fileURLToPath(new URL('./index.ts', import.meta.url));

/**
 * Compiles the contracts before Starlight's hook, because starlight-openapi reads them there. In development, a saved
 * contract reloads the browser. While a contract is invalid, pages keep its last valid version.
 */
export function contractsIntegration(): AstroIntegration {
  return {
    name: 'contracts',
    hooks: {
      'astro:config:setup': () => compileContracts(),
      'astro:config:done': ({ injectTypes }) =>
        void injectTypes({ filename: 'names.d.ts', content: namesAsTypes() }),
      'astro:server:setup': ({ server, logger }) => {
        whenChanged(server, ['openapi'], async () => {
          try {
            await compileContracts();
          } catch (error) {
            const { message } = error as Error;
            logger.error(message);
            server.environments.client.hot.send({ type: 'error', err: { message, stack: '' } });
            return;
          }
          // Pretend that the module was saved, so that Vite reruns it with every page that depends on it.
          server.watcher.emit('change', contractReader);
          // starlight-openapi creates its routes only when the server starts.
          logger.info('Compiled the contracts. To see the page of a new operation, restart the server.');
        });
      },
    },
  };
}

/** Debounces a task, because an editor or `git checkout` may write many files, or one file twice. */
export function whenChanged(
  { watcher }: ViteDevServer,
  paths: readonly string[],
  task: (file: string) => unknown,
): void {
  let timer: NodeJS.Timeout | undefined;
  watcher.on('all', (_event, file) => {
    if (!paths.some((path) => !relative(path, file).startsWith('..'))) return;
    clearTimeout(timer);
    timer = setTimeout(task, 150, file);
  });
}
