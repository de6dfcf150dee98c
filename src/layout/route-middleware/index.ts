import { defineRouteMiddleware, type StarlightRouteData } from '@astrojs/starlight/route-data';
import { twinLinks } from '../../shared/twin-path.ts';
import { isInteractive } from '../../config/apis.ts';
import { errorPages } from '../../config/error-pages.ts';
import { searchFact } from '../../search/settings.ts';
import { footerPages, sectionAt, writersPages } from '../../config/sidebars.ts';
import { listApis, listAssumptions } from './contents.ts';
import { completeReferencePage, referencePageAt } from '../../reference/route-data.ts';
import { structuredData } from './structured-data.ts';
import { inLanguage, pagePath } from '../../shared/page-path.ts';
import { WriterError } from '../../shared/writer-error.ts';
import { showSection } from './sidebar.ts';

/** Starlight's own name, and a language without the country that Open Graph requires. */
const USELESS = new Set(['generator', 'og:locale']);

/**
 * Starlight's route middleware. Shows the sidebar of the page's section, and sets title and description on pages of the
 * static reference.
 *
 * @throws WriterError if no sidebar lists the page.
 */
export const onRequest = defineRouteMiddleware(({ locals, site, url }) => {
  const route = locals.starlightRoute;
  const { locale } = route;
  const prefix = locale ? `/${locale}` : '';
  const base = import.meta.env.BASE_URL.replace(/\/$/, '');
  const path = pagePath(url.pathname.slice((base + prefix).length).replace(/^\/|\/$/g, ''));
  const toUrl = (file: string) => new URL(base + file, site).href;

  // Pages that aren't translated exist in each language.
  const id = locale ? route.id.replace(`${locale}/`, '') : route.id;
  const isError = errorPages.includes(id);
  const isOther = isError || writersPages.includes(id) || footerPages.includes(id);
  const reference = referencePageAt(path);
  const twin = isError ? undefined : twinLinks('')(url.pathname.slice(base.length));
  const section = sectionAt(path);
  const trail = showSection(route, section, path, base);
  if (trail.length === 0 && !isOther && !locale)
    throw new WriterError(
      `${route.entry.filePath}: no sidebar lists this page.\n  Fix: add '${route.id}' to a section in src/config/sidebars.ts.`,
    );
  // Every reader's first visit stores the page for failed loads, so it has no more than works without a connection.
  if (route.id === '500') route.hasSidebar = false;
  locals.portal = { section, trail, path, prefix, ...(twin && { twin }), ...(reference && { reference }) };

  // The reference and the not-found page aren't translated, so they have no alternate URLs.
  if (reference || isError) route.head = route.head.filter(({ attrs }) => attrs?.['rel'] !== 'alternate');
  route.head = route.head.filter(({ attrs }) => !USELESS.has(String(attrs?.['name'] ?? attrs?.['property'])));
  route.head.push(
    // With credentials, so that a site behind a password has it too.
    element('link', {
      rel: 'manifest',
      href: `${base}/manifest.webmanifest`,
      crossorigin: 'use-credentials',
    }),
    element('meta', { property: 'og:image', content: toUrl(`/social/${section.id}.png`) }),
    ...searchFact('keywords', route.entry.data.keywords.join(', ')),
  );
  // Pages of the reference change with their contract, not with a file. The home and the not-found page need no date.
  if (reference || isOther || path === '/' || isInteractive(path)) route.lastUpdated = undefined;
  if (reference) completeReferencePage(route, reference);
  if (path === '/api/') listApis(route);
  if (path === '/what-is-assumed/') listAssumptions(route);
  const alternate = (type: string, href: string, title = {}) =>
    route.head.push(element('link', { rel: 'alternate', type, ...title, href: base + href }));
  if (twin) alternate('text/markdown', twin);
  if (path === '/' || path === '/api/changelog/')
    alternate('application/atom+xml', '/changelog.atom', { title: 'Changelog' });
  if (writersPages.includes(route.id))
    route.head.push(element('meta', { name: 'robots', content: 'noindex' }));
  const pageUrl = (page: string) => toUrl(inLanguage(page, prefix));
  route.head.push(...structuredData(locals.portal, route, pageUrl));
});

type Head = StarlightRouteData['head'][number];

const element = (tag: Head['tag'], attrs: Head['attrs']): Head => ({ tag, attrs, content: '' });
