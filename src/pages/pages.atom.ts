import { getCollection } from 'astro:content';
import type { APIRoute } from 'astro';
import { atomFeed } from '../agents/feed.ts';
import { daysOfChanges } from '../agents/sitemap.ts';
import { guideGroups } from '../config/sidebars.ts';
import { pagePath } from '../shared/page-path.ts';
import { siteUrl } from '../shared/site-url.ts';

/** `/pages.atom`: a feed of all guides, sorted by the day of their last change. Without git, the feed is empty. */
export const GET: APIRoute = async () => {
  const days = daysOfChanges();
  const slugs = guideGroups.flatMap((group) => group.slugs);
  const entries = (await getCollection('docs'))
    .filter(({ id }) => slugs.includes(id))
    .flatMap(({ id, data }) => {
      const day = days.get(pagePath(id));
      // The date makes the ID unique, so that each change is a new entry.
      const url = `${siteUrl(pagePath(id))}#changed-${day}`;
      return day
        ? [{ url, title: data.title, day, type: 'text' as const, content: data.description ?? '' }]
        : [];
    })
    .sort((one, other) => other.day.localeCompare(one.day));
  return atomFeed('/pages.atom', '/', 'changed pages', entries);
};
