import { join } from 'node:path';
import type { AstroIntegration } from 'astro';
import type { ViteDevServer } from 'vite';

/**
 * Runs a task 150 ms after the last change of a file, because an editor or `git checkout` may write many files, or one
 * file twice. A run starts only when the previous one has finished.
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

/** A little longer than Astro takes a change of its file for its own after writing it, in milliseconds. */
const ECHO = 1_100;

/**
 * Reads content again when it changes after a restart, such as after a change of the glossary: Astro 7.3 keeps listening
 * to the file watcher of the first server, which is closed, and makes that server forget the old content. The same
 * happened in https://github.com/withastro/astro/issues/12976.
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
        if (!hasRestarted) return;
        const { root } = server.config;
        whenChanged(server, [join(root, 'src/content/')], async () => {
          await refreshContent?.({});
          // Twice, because a request that runs at the first time may have read the old content already.
          for (const pause of [ECHO, 4 * ECHO])
            setTimeout(
              () => server.watcher.emit('change', join(root, '.astro/data-store.json')),
              pause,
            ).unref();
        });
      },
    },
  };
}
