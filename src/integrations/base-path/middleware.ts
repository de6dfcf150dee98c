import { defineMiddleware } from 'astro:middleware';
import { withBasePath } from './links.ts';

/** Lets the links of every page lead below the base path. */
export const onRequest = defineMiddleware(async (_context, next) => {
  const response = await next();
  if (!response.headers.get('content-type')?.startsWith('text/html')) return response;
  const html = withBasePath(await response.text(), import.meta.env.BASE_URL.replace(/\/$/, ''));
  return new Response(html, response);
});
