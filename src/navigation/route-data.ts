import { defineRouteMiddleware } from '@astrojs/starlight/route-data';
import { navigation } from './index.ts';
import { completeReferencePage, referencePageAt } from './reference-pages.ts';
import { addressOf, type NavigationLink } from './tree.ts';

/**
 * Completes what Starlight knows of a page: its section, its neighbours within the section, and, for the
 * pages of the static reference, a title and a description of their own.
 */
export const onRequest = defineRouteMiddleware(async ({ locals, url }) => {
  const { places, trees } = await navigation();
  const address = addressOf(url.pathname.replace(/^\/|\/$/g, ''));
  const place = places.get(address);
  const route = locals.starlightRoute;

  const referencePage = referencePageAt(address);
  const operation = referencePage?.operation;

  locals.portal = {
    section: place?.section ?? 'main',
    trees,
    ...(place && { place }),
    ...(operation && { operation }),
  };
  route.pagination = { prev: toSidebarLink(place?.previous), next: toSidebarLink(place?.next) };
  if (referencePage) completeReferencePage(route, referencePage);
});

function toSidebarLink(link: NavigationLink | undefined) {
  return (
    link && {
      type: 'link' as const,
      label: link.title ?? link.label,
      href: link.href,
      isCurrent: false,
      badge: undefined,
      attrs: {},
    }
  );
}
