import type { APIRoute } from 'astro';
import { withBase } from '../shared/browser/with-base.ts';
import { sitePages } from '../navigation/index.ts';

/** `/pages.json`: a list of all pages. The not-found page suggests them, and the search corrects words with it. */
export const GET: APIRoute = async () => {
  const list = (await sitePages()).map(({ href, title, keywords }) => ({
    href: withBase(href),
    title,
    keywords,
  }));
  return Response.json(list);
};
