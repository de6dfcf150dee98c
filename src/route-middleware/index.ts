import { defineRouteMiddleware, type StarlightRouteData } from '@astrojs/starlight/route-data';
import { twinLinks } from '../shared/twin-path.ts';
import { isInteractive } from '../config/apis.ts';
import { errorPages } from '../config/error-pages.ts';
import { searchFact } from '../config/search.ts';
import { footerPages, sectionAt, writersPages } from '../config/sidebars.ts';
import { listApis, listAssumptions } from './contents.ts';
import { completeReferencePage, referencePageAt } from './reference-pages.ts';
import { structuredData } from './structured-data.ts';
import { inLanguage, pagePath } from '../shared/page-path.ts';
import { WriterError } from '../shared/writer-error.ts';
import { showSection } from './sidebar.ts';

/**
 * Starlight's route middleware. Shows the sidebar of the page's section, and sets title and description on pages of the
 * static reference.
 *
 * @throws WriterError if no sidebar lists the page.
 */
export const onRequest = defineRouteMiddleware(({ locals, site, url }) => {
  const { locale } = locals.starlightRoute;
  const prefix = locale ? `/${locale}` : '';
  const base = import.meta.env.BASE_URL.replace(/\/$/, '');
  const home = base + prefix;
  const path = pagePath(url.pathname.slice(home.length).replace(/^\/|\/$/g, ''));
  const route = locals.starlightRoute;

  const referencePage = referencePageAt(path);
  const twin = errorPages.includes(route.id) ? undefined : twinLinks('')(url.pathname.slice(base.length));

  const section = sectionAt(path);
  const trail = showSection(route, section, path, base);
  const isOther = [...errorPages, ...writersPages, ...footerPages].includes(route.id);
  if (trail.length === 0 && !isOther && !locale)
    throw new WriterError(
      `${route.entry.filePath}: no sidebar lists this page.\n  Fix: add '${route.id}' to a section in src/config/sidebars.ts.`,
    );
  locals.portal = {
    section,
    trail,
    path,
    prefix,
    ...(twin && { twin }),
    ...(referencePage && { reference: referencePage }),
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
        content: new URL(`${base}/social/${section.id}.png`, site).href,
      },
      content: '',
    },
    ...searchFact('keywords', route.entry.data.keywords.join(', ')),
  ];
  // Pages of the reference change with their contract, not with a file. The home and the not-found page need no date.
  if (referencePage || isOther || path === '/' || isInteractive(path)) route.lastUpdated = undefined;
  if (referencePage) completeReferencePage(route, referencePage);
  if (path === API_INDEX) listApis(route);
  if (path === ASSUMPTIONS) listAssumptions(route);
  if (referencePage || errorPages.includes(route.id)) removeLanguages(route);
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
