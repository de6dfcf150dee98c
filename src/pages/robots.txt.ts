import type { APIRoute } from 'astro';
import { site } from '../config/site.ts';
import { siteUrl } from '../shared/site-url.ts';

/** `/robots.txt`: lets crawlers read every page. If configured, it also contains the permissions for AI services. */
export const GET: APIRoute = () => {
  const signal = site.contentSignal ? `Content-Signal: ${site.contentSignal}\n` : '';
  return new Response(`User-agent: *\n${signal}Allow: /\n\nSitemap: ${siteUrl('/sitemap-index.xml')}\n`);
};
