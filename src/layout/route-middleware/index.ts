import { defineRouteMiddleware, type StarlightRouteData } from '@astrojs/starlight/route-data';
import { twinLinks } from '../../shared/twin-path.ts';
import { isInteractive } from '../../config/apis.ts';
import { errorPages } from '../../config/error-pages.ts';
import { searchFact } from '../../search/settings.ts';
import { footerPages, sectionAt, writersPages } from '../../config/sidebars.ts';
import { listApis, listAssumptions, listDays } from './contents.ts';
import { completeReferencePage, referencePageAt } from '../../reference/route-data.ts';
import { pagePath } from '../../shared/page-path.ts';
import { showSection } from './sidebar.ts';

/** Tags to remove: one contains only Starlight's name, and one lacks the country that Open Graph requires. */
const USELESS = ['generator', 'og:locale'];
/** Tags for search engines and social networks. Nobody lists or shares error pages. */
const SHARING = 'canonical sitemap twitter:card og:title og:type og:url og:description og:site_name'.split(
  ' ',
);

/**
 * Starlight's route middleware. Shows the sidebar of the page's section, and sets title and description on pages of the
 * static reference.
 */
export const onRequest = defineRouteMiddleware(({ locals, site, url }) => {
  const route = locals.starlightRoute;
  const { locale } = route;
  const prefix = locale ? `/${locale}` : '';
  const base = import.meta.env.BASE_URL.replace(/\/$/, '');
  const path = pagePath(url.pathname.slice((base + prefix).length).replace(/^\/|\/$/g, ''));
  const toUrl = (file: string) => new URL(base + file, site).href;

  const id = locale ? route.id.slice(locale.length + 1) : route.id;
  const isError = errorPages.includes(id);
  const isOther = writersPages.includes(id) || footerPages.includes(id);
  const reference = referencePageAt(path);
  const twin = isError ? undefined : twinLinks('')(url.pathname.slice(base.length));
  const section = sectionAt(path);
  const trail = showSection(route, section, path, base);
  // Every reader's first visit stores the failure page, so it contains only what works offline.
  if (id === '500') route.hasSidebar = false;
  locals.portal = { section, trail, path, prefix, ...(twin && { twin }) };

  // Error and reference pages aren't translated, so they have no alternates.
  const useless = [...USELESS, ...(isError || reference ? ['alternate'] : []), ...(isError ? SHARING : [])];
  const nameOf = ({ attrs }: StarlightRouteData['head'][number]) =>
    String(attrs?.['name'] ?? attrs?.['property'] ?? attrs?.['rel']);
  route.head = route.head.filter((tag) => !useless.includes(nameOf(tag)));
  if (isError) {
    route.lastUpdated = undefined;
    return;
  }
  route.head.push(
    // Browsers send credentials with this request, so that it works on a site behind a password.
    headTag('link', {
      rel: 'manifest',
      href: `${base}/manifest.webmanifest`,
      crossorigin: 'use-credentials',
    }),
    headTag('meta', { property: 'og:image', content: toUrl(`/social/${section.id}.png`) }),
    ...searchFact('keywords', route.entry.data.keywords.join(', ')),
  );
  // The home page has the site's title, which the browser should show once.
  for (const tag of route.head)
    if (tag.tag === 'title' && route.entry.data.title === route.siteTitle) tag.content = route.siteTitle;
  // Reference pages change with their contract, not with a file. The home page needs no date.
  if (reference || isOther || path === '/' || isInteractive(path)) route.lastUpdated = undefined;
  if (reference) completeReferencePage(route, reference);
  const { body = '' } = route.entry;
  if (body.includes('<ApiIndex')) listApis(route);
  if (body.includes('<AllChanges')) listDays(route);
  if (body.includes('<Assumptions')) listAssumptions(route);
  const alternate = (type: string, href: string, title = {}) =>
    route.head.push(headTag('link', { rel: 'alternate', type, ...title, href: base + href }));
  if (twin) alternate('text/markdown', twin);
  // llmstxt.org recommends this link.
  route.head.push(headTag('link', { rel: 'describedby', type: 'text/plain', href: `${base}/llms.txt` }));
  if (path === '/' || path === '/api/changelog/')
    alternate('application/atom+xml', '/changelog.atom', { title: 'Changelog' });
  if (writersPages.includes(id)) route.head.push(headTag('meta', { name: 'robots', content: 'noindex' }));
});

type Head = StarlightRouteData['head'][number];

const headTag = (tag: Head['tag'], attrs: Head['attrs']): Head => ({ tag, attrs, content: '' });
