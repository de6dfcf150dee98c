import { join } from 'node:path';
import type { AstroIntegration } from 'astro';
import type { ViteDevServer } from 'vite';

/**
 * Runs a task when files were saved, added or removed and no more followed for 150 ms: an editor or `git checkout` may
 * write many files, or one file twice. A run starts only when the one before has finished.
 *
 * @param paths - Files, and folders with everything below them.
 */
export function whenChanged(
  { watcher, config }: ViteDevServer,
  paths: readonly string[],
  task: () => unknown,
): void {
  let timer: NodeJS.Timeout | undefined;
  let last: Promise<unknown> = Promise.resolve();
  const run = () => {
    last = last.then(task).catch((error: Error) => config.logger.error(error.message));
  };
  watcher.on('all', (_event, file) => {
    if (!paths.some((path) => file.startsWith(path))) return;
    clearTimeout(timer);
    timer = setTimeout(run, 150);
  });
}

/**
 * Keeps content up to date after the development server has restarted, as it does when `astro.config.mjs` is saved.
 * Astro's content layer goes on listening to the file watcher of the first server, which the restart has closed.
 */
export function contentAfterRestart(): AstroIntegration {
  let hasRestarted = false;
  return {
    name: 'content-after-restart',
    hooks: {
      'astro:config:setup': ({ isRestart }) => {
        hasRestarted = isRestart;
      },
      'astro:server:setup': ({ server, refreshContent }) => {
        const content = join(server.config.root, 'src/content/');
        if (hasRestarted) whenChanged(server, [content], () => refreshContent?.({}));
      },
    },
  };
}
