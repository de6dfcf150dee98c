import type { StarlightRouteData } from '@astrojs/starlight/route-data';
import { site } from '../../config/site.ts';
import { crumbsOf } from '../../navigation/crumbs.ts';

/**
 * What a page in a sidebar says about itself to search engines, in the vocabulary of schema.org: its breadcrumbs, and what
 * kind of article it is, without what the head has anyway, such as the description. Browsers don't run it.
 *
 * @param url - Turns a path without the base path into a URL.
 */
export function structuredData(
  portal: App.Portal,
  { entry, lastUpdated }: StarlightRouteData,
  url: (path: string) => string,
): StarlightRouteData['head'] {
  const { path, twin, reference } = portal;
  if (!twin) return [];
  const { title } = entry.data;
  // Groups without a page of their own are left out. The last item needs no URL, because it is the page.
  const crumbs = crumbsOf(portal, title).filter(({ href }, index, all) => href || index === all.length - 1);
  const breadcrumbs = crumbs.map(({ label, href }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name: label,
    ...(href !== undefined && { item: url(href) }),
  }));
  const article = {
    '@type': reference ? 'APIReference' : 'TechArticle',
    headline: title,
    url: url(path),
    ...(lastUpdated && { dateModified: lastUpdated.toISOString().slice(0, 10) }),
    ...(reference && { version: reference.contract.version }),
  };
  const graph = [
    { '@type': 'BreadcrumbList', itemListElement: breadcrumbs },
    path === '/' ? { '@type': 'WebSite', name: site.product, url: url(path) } : article,
  ];
  const content = JSON.stringify({ '@context': 'https://schema.org', '@graph': graph });
  // `</script>` in a title would end the element.
  return [
    { tag: 'script', attrs: { type: 'application/ld+json' }, content: content.replaceAll('<', '\\u003c') },
  ];
}
