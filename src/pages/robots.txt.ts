import type { APIRoute } from 'astro';
import { withBase } from '../client/with-base.ts';

/** Crawlers may read everything; the site map tells them what there is. */
export const GET: APIRoute = ({ site }) =>
  new Response(`User-agent: *\nAllow: /\n\nSitemap: ${new URL(withBase('/sitemap-index.xml'), site).href}\n`);
