import type { MiddlewareHandler } from 'astro';
import { completeHtml } from './integrations/complete-html.ts';
import { withBase } from './shared/browser/with-base.ts';

/**
 * Completes every page, in the development server as in a build. Writers, components, and configuration write links from
 * the root, and Starlight leaves them unchanged: https://github.com/withastro/starlight/issues/932.
 */
export const onRequest: MiddlewareHandler = async (_context, next) => {
  const response = await next();
  if (!response.headers.get('content-type')?.startsWith('text/html')) return response;
  return new Response(completeHtml(await response.text(), withBase('')), response);
};
