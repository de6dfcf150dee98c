import type { APIRoute } from 'astro';

/** Crawlers may read everything; the site map tells them what there is. */
export const GET: APIRoute = ({ site }) =>
  new Response(`User-agent: *\nAllow: /\n\nSitemap: ${new URL('sitemap-index.xml', site).href}\n`);
