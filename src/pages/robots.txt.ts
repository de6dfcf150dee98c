import type { APIRoute } from 'astro';

/** `/robots.txt`: allows crawlers everything and links the sitemap. */
export const GET: APIRoute = ({ site }) =>
  new Response(`User-agent: *\nAllow: /\n\nSitemap: ${new URL('sitemap-index.xml', site).href}\n`);
