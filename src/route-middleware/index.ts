import { defineRouteMiddleware, type StarlightRouteData } from '@astrojs/starlight/route-data';
import { navigation } from '../navigation/index.ts';
import { completeReferencePage, referencePageAt } from './reference-pages.ts';
import { searchFact } from './search-fact.ts';
import { pagePath, inLanguage, type NavigationLink } from '../navigation/tree.ts';

/**
 * Starlight's route middleware. Adds the section of each page and its neighbors within the section, and sets title and
 * description on pages of the static reference.
 */
export const onRequest = defineRouteMiddleware(async ({ locals, site, url }) => {
  const { places, trees } = await navigation();
  const { locale } = locals.starlightRoute;
  const prefix = locale ? `/${locale}` : '';
  const base = import.meta.env.BASE_URL.replace(/\/$/, '');
  const home = base + prefix;
  const path = pagePath(url.pathname.slice(home.length).replace(/^\/|\/$/g, ''));
  const place = places.get(path);
  const route = locals.starlightRoute;

  const referencePage = referencePageAt(path);

  locals.portal = {
    section: place?.section ?? 'main',
    trees,
    prefix,
    ...(place && { place }),
    ...(referencePage && { reference: referencePage }),
  };
  route.pagination = {
    prev: toSidebarLink(place?.previous, prefix),
    next: toSidebarLink(place?.next, prefix),
  };
  route.head = [
    ...route.head.filter(({ attrs }) => attrs?.['name'] !== 'generator'),
    { tag: 'link', attrs: { rel: 'manifest', href: `${base}/manifest.webmanifest` }, content: '' },
    {
      tag: 'meta',
      attrs: {
        property: 'og:image',
        content: new URL(`${base}/social/${locals.portal.section}.png`, site).href,
      },
      content: '',
    },
    ...searchFact('keywords', route.entry.data.keywords.join(', ')),
  ];
  // Pages of the reference change with their contract, not with a file. The home and the not-found page need no date.
  if (!place || path === '/' || place.section === 'api') route.lastUpdated = undefined;
  if (referencePage) completeReferencePage(route, referencePage);
  if (referencePage || !place) removeLanguages(route);
});

/** The reference and the not-found page aren't translated, so they have no alternate URLs. */
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
