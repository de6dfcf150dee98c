import type { APIRoute } from 'astro';
import { withBase } from '../client/support/with-base.ts';
import { navigation, pages } from '../navigation/index.ts';
import { pagePath } from '../navigation/tree.ts';

/**
 * `/pages.json`: paths, titles and keywords of all pages. The not-found page suggests pages from it, and the search
 * corrects words.
 */
export const GET: APIRoute = async () => {
  const { places } = await navigation();
  const keywords = new Map((await pages()).map((page) => [pagePath(page.slug), page.keywords ?? []]));
  const list = [...places.values()].map(({ link: { href, title, label } }) => {
    const words = keywords.get(href) ?? [];
    return { href: withBase(href), title: title ?? label, ...(words.length > 0 && { keywords: words }) };
  });
  return Response.json(list);
};
