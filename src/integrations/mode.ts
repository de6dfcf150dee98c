import { registerHooks } from 'node:module';
import process from 'node:process';

// The command decides. With NODE_ENV=development in the environment, a build would have no search and no service worker.
process.env['NODE_ENV'] = process.argv.includes('dev') ? 'development' : 'production';

/** When the configuration is read again, Astro adds the time to its URL. */
const VERSION = /\?t=\d+$/;

// Node reads a module once. After a change in src/config/, the development server has to read all of them again.
if (!import.meta.url.includes('/mode.ts?'))
  registerHooks({
    resolve(specifier, context, next) {
      const found = next(specifier, context);
      const [version = ''] = VERSION.exec(context.parentURL ?? '') ?? [];
      const isOurs = /\/src\/[^?]+$/.test(found.url) && !found.url.includes('/node_modules/');
      return isOurs ? { ...found, url: found.url + version } : found;
    },
  });
