import type { APIRoute } from 'astro';
import { siteUrl } from '../shared/site-url.ts';

/** `/robots.txt`: lets crawlers read every page, and links to the sitemap. */
export const GET: APIRoute = () =>
  new Response(`User-agent: *\nAllow: /\n\nSitemap: ${siteUrl('/sitemap-index.xml')}\n`);
