import type { APIRoute } from 'astro';
import { withBase } from '../client/with-base.ts';

/** `/robots.txt`: allows crawlers everything and links the sitemap. */
export const GET: APIRoute = ({ site }) =>
  new Response(`User-agent: *\nAllow: /\n\nSitemap: ${new URL(withBase('/sitemap-index.xml'), site).href}\n`);
