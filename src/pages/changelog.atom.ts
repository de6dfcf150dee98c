import type { APIRoute } from 'astro';
import { withBase } from '../shared/browser/with-base.ts';
import { inlineHtml } from '../components/contract/prose.ts';
import { site as facts } from '../config/site.ts';
import { allChanges } from '../contract/change-log.ts';

/** `/changelog.atom`: a feed with an entry for each version of an API. Its dates are those of the changelogs. */
export const GET: APIRoute = async ({ site }) => {
  const url = (path: string) => new URL(withBase(path), site).href;
  const changes = allChanges();
  const entries = changes.map(async ({ contract, version, date, changes: items }) => {
    const html = (await Promise.all(items.map(inlineHtml))).map((item) => `<li>${item}</li>`).join('');
    const link = url(`/api/changelog/#${contract.name}-${version}`);
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
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${facts.language.code}">
  <id>${url('/changelog.atom')}</id>
  <title>${escaped(`${facts.product}: changelog`)}</title>
  <updated>${changes[0]!.date}T00:00:00Z</updated>
  <author><name>${escaped(facts.company)}</name></author>
  <link rel="self" type="application/atom+xml" href="${url('/changelog.atom')}"/>
  <link rel="alternate" type="text/html" href="${url('/api/changelog/')}"/>
${(await Promise.all(entries)).join('')}</feed>
`;
  return new Response(feed);
};

/** A string as XML text. */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
