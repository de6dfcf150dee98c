import { defineRouteMiddleware, type StarlightRouteData } from '@astrojs/starlight/route-data';
import { twinLinks } from '../shared/twin-path.ts';
import { errorPages } from '../config/error-pages.ts';
import { writersPages } from '../config/sidebars.ts';
import { navigation } from '../navigation/index.ts';
import { completeReferencePage, listApis, listAssumptions, referencePageAt } from './reference-pages.ts';
import { searchFact } from './search-fact.ts';
import { structuredData } from './structured-data.ts';
import { pagePath, inLanguage, type NavigationLink } from '../navigation/tree.ts';

/**
 * Starlight's route middleware. Adds the section of each page and its neighbors within the section, and sets title and
 * description on pages of the static reference.
 */
export const onRequest = defineRouteMiddleware(async ({ locals, site, url }) => {
  const { places, trees, footer } = await navigation();
  const { locale } = locals.starlightRoute;
  const prefix = locale ? `/${locale}` : '';
  const base = import.meta.env.BASE_URL.replace(/\/$/, '');
  const home = base + prefix;
  const path = pagePath(url.pathname.slice(home.length).replace(/^\/|\/$/g, ''));
  const place = places.get(path);
  const route = locals.starlightRoute;

  const referencePage = referencePageAt(path);
  const twin = errorPages.includes(route.id) ? undefined : twinLinks('')(url.pathname.slice(base.length));

  locals.portal = {
    section: place?.section ?? 'main',
    trees,
    footer,
    prefix,
    ...(place && { place }),
    ...(twin && { twin }),
    ...(referencePage && { reference: referencePage }),
  };
  route.pagination = {
    prev: toSidebarLink(place?.previous, prefix),
    next: toSidebarLink(place?.next, prefix),
  };
  route.head = [
    ...route.head.filter(({ attrs }) => !USELESS.has(String(attrs?.['name'] ?? attrs?.['property']))),
    // With credentials, so that a site behind a password has it too.
    {
      tag: 'link',
      attrs: { rel: 'manifest', href: `${base}/manifest.webmanifest`, crossorigin: 'use-credentials' },
      content: '',
    },
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
  if (path === API_INDEX) listApis(route);
  if (path === ASSUMPTIONS) listAssumptions(route);
  if (referencePage || !place) removeLanguages(route);
  if (twin) route.head.push(markdownTwin(base + twin));
  if (path === '/' || path === CHANGELOG) route.head.push(feed(`${base}/changelog.atom`));
  if (writersPages.includes(route.id))
    route.head.push({ tag: 'meta', attrs: { name: 'robots', content: 'noindex' }, content: '' });
  const toUrl = (page: string) => new URL(base + inLanguage(page, prefix), site).href;
  route.head.push(...structuredData({ portal: locals.portal, route, url: toUrl }));
});

/** Starlight's own name, and a language without the country that Open Graph requires. */
const USELESS = new Set(['generator', 'og:locale']);

const API_INDEX = '/api/';
const ASSUMPTIONS = '/what-is-assumed/';
const CHANGELOG = '/api/changelog/';

function feed(href: string): StarlightRouteData['head'][number] {
  const attrs = { rel: 'alternate', type: 'application/atom+xml', title: 'Changelog', href };
  return { tag: 'link', attrs, content: '' };
}

/** The page as Markdown, which `src/build/twins` writes. */
function markdownTwin(href: string): StarlightRouteData['head'][number] {
  return { tag: 'link', attrs: { rel: 'alternate', type: 'text/markdown', href }, content: '' };
}

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
