import { defineRouteMiddleware, type StarlightRouteData } from '@astrojs/starlight/route-data';
import { navigation } from './index.ts';
import { completeReferencePage, referencePageAt } from './reference-pages.ts';
import { addressOf, inLanguage, type NavigationLink } from './tree.ts';

/**
 * Completes what Starlight knows of a page: its section, its neighbours within the section, and, for the
 * pages of the static reference, a title and a description of their own.
 */
export const onRequest = defineRouteMiddleware(async ({ locals, url }) => {
  const { places, trees } = await navigation();
  const { locale } = locals.starlightRoute;
  const prefix = locale ? `/${locale}` : '';
  const path = url.pathname.slice(import.meta.env.BASE_URL.replace(/\/$/, '').length + prefix.length);
  const address = addressOf(path.replace(/^\/|\/$/g, ''));
  const place = places.get(address);
  const route = locals.starlightRoute;

  const referencePage = referencePageAt(address);
  const operation = referencePage?.operation;

  locals.portal = {
    section: place?.section ?? 'main',
    trees,
    prefix,
    ...(place && { place }),
    ...(operation && { operation }),
  };
  route.pagination = {
    prev: toSidebarLink(place?.previous, prefix),
    next: toSidebarLink(place?.next, prefix),
  };
  route.head = route.head.filter(({ attrs }) => !SAYING_NOTHING.has(attrs?.['name'] as string));
  // Contracts draw the pages of the reference, and the not-found page is of no date.
  if (!place || place.section === 'api') route.lastUpdated = undefined;
  if (referencePage) completeReferencePage(route, referencePage);
  if (referencePage || !place) removeLanguages(route);
});

/** Tags that name our tools, and one that promises a picture that no page has. */
const SAYING_NOTHING = new Set(['generator', 'twitter:card']);

/** The reference and the not-found page exist once, whatever the languages. */
function removeLanguages(route: StarlightRouteData) {
  route.head = route.head.filter(({ attrs }) => attrs?.['rel'] !== 'alternate');
}

function toSidebarLink(link: NavigationLink | undefined, prefix: string) {
  return (
    link && {
      type: 'link' as const,
      label: link.title ?? link.label,
      href: inLanguage(link.href, prefix),
      isCurrent: false,
      badge: undefined,
      attrs: {},
    }
  );
}
