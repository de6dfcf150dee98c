import { defineMiddleware } from 'astro:middleware';
import { withBasePath } from './base-path.ts';

const base = import.meta.env.BASE_URL.replace(/\/$/, '');

/** Prefixes the links on every page with the base path, if the site has one. */
export const onRequest = defineMiddleware(async (_context, next) => {
  const response = await next();
  if (!base || !response.headers.get('content-type')?.startsWith('text/html')) return response;
  return new Response(withBasePath(await response.text(), base), response);
});
