import type { APIRoute } from 'astro';
import { withBase } from '../client/with-base.ts';
import { navigation } from '../navigation/index.ts';

/** Addresses and titles of all pages: the not-found page looks for the one that a reader meant. */
export const GET: APIRoute = async () => {
  const { places } = await navigation();
  const pages = [...places.values()].map(({ link }) => ({
    href: withBase(link.href),
    title: link.title ?? link.label,
  }));
  return Response.json(pages);
};
