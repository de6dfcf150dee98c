import type { APIRoute } from 'astro';
import { inlineHtml } from '../components/contract/prose.ts';
import { site } from '../config/site.ts';
import { allChanges } from '../contract/change-log.ts';
import { siteUrl } from '../shared/site-url.ts';

/** `/changelog.atom`: a feed with an entry for each version of an API. Its dates are those of the changelogs. */
export const GET: APIRoute = async () => {
  const changes = allChanges();
  const entries = changes.map(async ({ contract, version, date, changes: items }) => {
    const html = (await Promise.all(items.map(inlineHtml))).map((item) => `<li>${item}</li>`).join('');
    const link = siteUrl(`/api/changelog/#${contract.name}-${version}`);
    return `  <entry>
    <id>${link}</id>
    <title>${escaped(`${contract.title} ${version}`)}</title>
    <updated>${date}T00:00:00Z</updated>
    <link rel="alternate" type="text/html" href="${link}"/>
    <content type="html">${escaped(`<ul>${html}</ul>`)}</content>
  </entry>
`;
  });
  const feed = `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${site.language.code}">
  <id>${siteUrl('/changelog.atom')}</id>
  <title>${escaped(`${site.product}: changelog`)}</title>
  <updated>${changes[0]!.date}T00:00:00Z</updated>
  <author><name>${escaped(site.company)}</name></author>
  <link rel="self" type="application/atom+xml" href="${siteUrl('/changelog.atom')}"/>
  <link rel="alternate" type="text/html" href="${siteUrl('/api/changelog/')}"/>
${(await Promise.all(entries)).join('')}</feed>
`;
  return new Response(feed);
};

/** A string as XML text. */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
