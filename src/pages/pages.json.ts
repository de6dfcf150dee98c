import type { APIRoute } from 'astro';
import { withBase } from '../shared/browser/with-base.ts';
import { pages } from '../navigation/index.ts';

/**
 * `/pages.json`: paths, titles, and keywords of all pages. The not-found page uses them to suggest pages, the search to
 * correct words.
 */
export const GET: APIRoute = async () => {
  const list = (await pages()).map(({ href, title, keywords }) => ({
    href: withBase(href),
    title,
    keywords,
  }));
  return Response.json(list);
};
