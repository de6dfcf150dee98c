import type { APIRoute } from 'astro';
import { twinLinks } from '../../shared/twin-path.ts';
import { contracts } from '../../contract/index.ts';
import { pagePath } from '../../shared/page-path.ts';
import { siteUrl } from '../../shared/site-url.ts';

/** `/.well-known/api-catalog`: the APIs with their contracts and references, for programs, as RFC 9727 defines. */
export const GET: APIRoute = () => {
  const link = (path: string, type: string) => ({ href: siteUrl(path), type });
  const apis = contracts().map(({ name, title, slug }) => ({
    anchor: siteUrl(pagePath(slug)),
    'service-desc': [
      { ...link(`/openapi/${name}.yaml`, 'application/yaml'), title },
      { ...link(`/openapi/${name}.json`, 'application/json'), title },
    ],
    'service-doc': [link(pagePath(slug), 'text/html'), link(twinLinks('')(pagePath(slug)), 'text/markdown')],
  }));
  const catalog = {
    anchor: siteUrl('/.well-known/api-catalog'),
    item: apis.map(({ anchor }) => ({ href: anchor })),
  };
  return new Response(JSON.stringify({ linkset: [catalog, ...apis] }, null, 2));
};
