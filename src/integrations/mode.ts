import { registerHooks } from 'node:module';
import process from 'node:process';

// The command decides, because a build with NODE_ENV=development would lack the search and the service worker.
process.env['NODE_ENV'] = process.argv.includes('dev') ? 'development' : 'production';

/** Astro adds the time to the configuration's URL when it rereads it. */
const VERSION = /\?t=\d+$/;

// Node caches modules. After a change in src/config/, the development server must reread all of them.
if (!import.meta.url.includes('/mode.ts?'))
  registerHooks({
    resolve(specifier, context, next) {
      const found = next(specifier, context);
      const [version = ''] = VERSION.exec(context.parentURL ?? '') ?? [];
      const isOurs = /\/src\/[^?]+$/.test(found.url) && !found.url.includes('/node_modules/');
      return isOurs ? { ...found, url: found.url + version } : found;
    },
  });
