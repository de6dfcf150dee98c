import type { APIRoute } from 'astro';
import { withBase } from '../client/with-base.ts';
import { navigation } from '../navigation/index.ts';

/** `/pages.json`: paths and titles of all pages. The not-found page suggests pages from it. */
export const GET: APIRoute = async () => {
  const { places } = await navigation();
  const pages = [...places.values()].map(({ link }) => ({
    href: withBase(link.href),
    title: link.title ?? link.label,
  }));
  return Response.json(pages);
};
