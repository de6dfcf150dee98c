import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { WriterError } from '../../shared/writer-error.ts';

/** What only a production build has: a file, and a text that the site's scripts contain if they use it. */
const PARTS = [
  { name: 'search', file: 'pagefind/pagefind.js', text: 'pagefind.js' },
  { name: 'service worker', file: 'service-worker.js', text: 'service-worker.js' },
] as const;

/**
 * Checks that a built site has the search and the service worker, and scripts that use them.
 *
 * @throws WriterError if one is missing, as in a development build.
 */
export function checkComplete(folder: string): void {
  const scripts = globSync('_astro/*.js', { cwd: folder }).map((file) =>
    readFileSync(join(folder, file), 'utf8'),
  );
  const missing = PARTS.filter(
    ({ file, text }) => !existsSync(join(folder, file)) || !scripts.some((script) => script.includes(text)),
  ).map(({ name }) => name);
  if (missing.length === 0) return;
  throw new WriterError(
    `The built site has no ${missing.join(' and no ')}, so it isn't a production build.\n` +
      '  Fix: import src/build/mode.ts first in astro.config.mjs. It sets NODE_ENV.',
  );
}
