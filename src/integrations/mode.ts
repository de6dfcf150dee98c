import { registerHooks } from 'node:module';
import process from 'node:process';

// The command decides, because a build with NODE_ENV=development would lack the search and the service worker.
process.env['NODE_ENV'] = process.argv.includes('dev') ? 'development' : 'production';

const SOURCE = new URL('..', import.meta.url).href;

// Node caches modules. After a change in src/config/, the development server must reread all of them.
if (!import.meta.url.includes('/mode.ts?'))
  registerHooks({
    resolve(specifier, context, next) {
      const resolved = next(specifier, context);
      // Astro adds the time to the configuration's URL when it rereads it.
      const time = URL.parse(context.parentURL ?? '')?.searchParams.get('t');
      const isOurs = resolved.url.startsWith(SOURCE) && !resolved.url.includes('?');
      return isOurs && time ? { ...resolved, url: `${resolved.url}?t=${time}` } : resolved;
    },
  });
