import type { StarlightRouteData } from '@astrojs/starlight/route-data';
import { site } from '../config/site.ts';
import { crumbsOf, type Crumb } from '../navigation/crumbs.ts';
import type { ReferencePage } from './reference-pages.ts';

/** What a page says about itself to search engines, in the vocabulary of schema.org. */
interface Options {
  portal: App.Portal;
  route: StarlightRouteData;
  /** Turns a path without the base path into a URL. */
  url: (path: string) => string;
}

/** The JSON-LD of a page in a sidebar: its breadcrumbs, and what kind of article it is. Browsers don't run it. */
export function structuredData({ portal, route, url }: Options): StarlightRouteData['head'] {
  const { path, twin, reference } = portal;
  if (!twin) return [];
  const graph = [
    breadcrumbs(crumbsOf(portal, route.entry.data.title), url),
    path === '/'
      ? { '@type': 'WebSite', name: site.product, url: url(path) }
      : article(route, reference, url(path)),
  ];
  const content = JSON.stringify({ '@context': 'https://schema.org', '@graph': graph });
  // `</script>` in a title would end the element.
  return [
    { tag: 'script', attrs: { type: 'application/ld+json' }, content: content.replaceAll('<', '\\u003c') },
  ];
}

/** Groups without a page of their own are left out. The last item needs no URL, because it is the page. */
function breadcrumbs(steps: readonly Crumb[], url: Options['url']) {
  const items = steps.filter(({ href }, index) => href !== undefined || index === steps.length - 1);
  return {
    '@type': 'BreadcrumbList',
    itemListElement: items.map(({ label, href }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: label,
      ...(href !== undefined && { item: url(href) }),
    })),
  };
}

/** Without what the head of the page has anyway, such as the description. */
function article(
  { entry, lastUpdated }: StarlightRouteData,
  reference: ReferencePage | undefined,
  url: string,
) {
  return {
    '@type': reference ? 'APIReference' : 'TechArticle',
    headline: entry.data.title,
    url,
    ...(lastUpdated && { dateModified: lastUpdated.toISOString().slice(0, 10) }),
    ...(reference && { version: reference.contract.version }),
  };
}
