import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
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

/** Astro's file with all content, below the root, and the module that pages read it by. */
const CONTENT_STORE = { file: '.astro/data-store.json', module: '\0astro:data-layer-content' };

/** How often to retry a refresh that did nothing, and the pause in between, in milliseconds. */
const REFRESHES = { tries: 25, pause: 200 };

/**
 * Keeps content up to date where Astro's development server misses a change and would show the old content until the
 * next change or restart:
 *
 * - After a restart, such as after a change of `astro.config.mjs`, the content layer still listens to the file watcher
 *   of the first server, which is closed.
 * - If content changes while a request transforms modules, Vite caches what that request has read.
 */
export function freshContent(): AstroIntegration {
  let hasRestarted = false;
  return {
    name: 'fresh-content',
    hooks: {
      'astro:config:setup': ({ isRestart }) => {
        hasRestarted = isRestart;
      },
      'astro:server:setup': ({ server, refreshContent }) => {
        const { root } = server.config;
        whenChanged(server, [join(root, CONTENT_STORE.file)], () => forgetContent(server));
        if (hasRestarted && refreshContent)
          whenChanged(server, [join(root, 'src/content/')], () => refresh(() => refreshContent({})));
      },
    },
  };
}

/** Makes the next request read all content again. Astro marks modules as hot-updated, which spares running transforms. */
function forgetContent({ environments }: ViteDevServer): void {
  const { moduleGraph, hot } = environments['ssr']!;
  const store = moduleGraph.getModuleById(CONTENT_STORE.module);
  if (store) moduleGraph.invalidateModule(store);
  hot.send('astro:content-changed', {});
}

/**
 * Refreshes content. While Astro reads its content configuration again, a refresh does nothing and returns at once: no
 * other takes less than 5 ms, because each reads all pages.
 */
async function refresh(refreshContent: () => Promise<void>): Promise<void> {
  for (let rest = REFRESHES.tries; rest > 0; rest--) {
    const start = performance.now();
    await refreshContent();
    if (performance.now() - start > 5) return;
    await wait(REFRESHES.pause);
  }
}
