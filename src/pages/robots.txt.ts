import type { APIRoute } from 'astro';
import { site } from '../config/site.ts';
import { siteUrl } from '../shared/site-url.ts';

/** `/robots.txt`: lets crawlers read every page, says what AI services may do, if configured, and links to the sitemap. */
export const GET: APIRoute = () => {
  const signal = site.contentSignal ? `Content-Signal: ${site.contentSignal}\n` : '';
  return new Response(`User-agent: *\n${signal}Allow: /\n\nSitemap: ${siteUrl('/sitemap-index.xml')}\n`);
};
