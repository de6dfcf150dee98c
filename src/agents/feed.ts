import { site } from '../config/site.ts';
import { siteUrl } from '../shared/site-url.ts';

/** A feed entry. Its URL is also its ID, and its day is `YYYY-MM-DD`. */
type Entry = Record<'url' | 'title' | 'day' | 'content', string> & { type: 'text' | 'html' };

/** An Atom feed, latest entry first. The feed takes its date from that entry, so equal builds write equal files. */
export function atomFeed(path: string, page: string, title: string, entries: readonly Entry[]): Response {
  const latest = entries[0]?.day ?? '1970-01-01';
  return new Response(`<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${site.language.code}">
  <id>${siteUrl(path)}</id>
  <title>${escapeXml(`${site.title}: ${title}`)}</title>
  <updated>${latest}T00:00:00Z</updated>
  <author><name>${escapeXml(site.company)}</name></author>
  <link rel="self" type="application/atom+xml" href="${siteUrl(path)}"/>
  <link rel="alternate" type="text/html" href="${siteUrl(page)}"/>
${entries.map(entryOf).join('')}</feed>
`);
}

const entryOf = ({ url, title, day, type, content }: Entry) => `  <entry>
    <id>${url}</id>
    <title>${escapeXml(title)}</title>
    <updated>${day}T00:00:00Z</updated>
    <link rel="alternate" type="text/html" href="${url}"/>
    <content type="${type}">${escapeXml(content)}</content>
  </entry>
`;

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
