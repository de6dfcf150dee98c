import type { APIRoute } from 'astro';
import { atomFeed } from '../agents/feed.ts';
import { inlineHtml } from '../components/contract/prose.ts';
import { allChanges } from '../contract/change-log.ts';
import { siteUrl } from '../shared/site-url.ts';

/** `/changelog.atom`: a feed with an entry for each version of an API. Its dates come from the changelogs. */
export const GET: APIRoute = async () => {
  const entries = allChanges().map(async ({ contract, version, date, changes }) => {
    const items = (await Promise.all(changes.map(inlineHtml))).map((item) => `<li>${item}</li>`).join('');
    return {
      url: siteUrl(`/api/changelog/#${contract.name}-${version}`),
      title: `${contract.title} ${version}`,
      day: date,
      type: 'html' as const,
      content: `<ul>${items}</ul>`,
    };
  });
  return atomFeed('/changelog.atom', '/api/changelog/', 'changelog', await Promise.all(entries));
};
