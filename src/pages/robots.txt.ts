import type { APIRoute } from 'astro';
import { withBase } from '../shared/browser/with-base.ts';

/** `/robots.txt`: lets crawlers read every page, and links to the sitemap. */
export const GET: APIRoute = ({ site }) =>
  new Response(`User-agent: *\nAllow: /\n\nSitemap: ${new URL(withBase('/sitemap-index.xml'), site).href}\n`);
