import type { APIRoute, GetStaticPaths } from 'astro';
import { site } from '../../config/site.ts';
import { siteUrl } from '../../shared/site-url.ts';

/** `/.well-known/security.txt`: where to report vulnerabilities, as RFC 9116 defines. Exists only if configured. */
export const getStaticPaths: GetStaticPaths = () => (site.security ? [{ params: { file: 'security' } }] : []);

export const GET: APIRoute = () =>
  new Response(`Contact: ${site.security?.contact}
Expires: ${site.security?.expires}
Canonical: ${siteUrl('/.well-known/security.txt')}
Preferred-Languages: ${site.language.code}
`);
