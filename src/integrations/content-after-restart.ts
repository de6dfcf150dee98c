import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { afterPause } from './after-pause.ts';

/**
 * Keeps content up to date after the development server has restarted, as it does when `astro.config.mjs` is saved.
 * Astro's content layer goes on listening to the file watcher of the first server, which the restart has closed.
 */
export function contentAfterRestart(): AstroIntegration {
  let hasRestarted = false;
  let content = '';
  return {
    name: 'content-after-restart',
    hooks: {
      'astro:config:setup': ({ config, isRestart }) => {
        hasRestarted = isRestart;
        content = fileURLToPath(new URL('content/', config.srcDir));
      },
      'astro:server:setup': ({ server, refreshContent, logger }) => {
        const refresh = afterPause(async () => {
          await refreshContent?.({}).catch((error: Error) => logger.error(error.message));
        });
        server.watcher.on('all', (_event, file) => {
          if (hasRestarted && file.startsWith(content)) refresh();
        });
      },
    },
  };
}
