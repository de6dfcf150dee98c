import { defineRouteMiddleware, type StarlightRouteData } from '@astrojs/starlight/route-data';
import { contracts } from '../contract/index.ts';
import type { Contract, Operation } from '../contract/model.ts';
import { navigation } from './index.ts';
import { addressOf, type NavigationLink, type Place } from './tree.ts';

/**
 * Completes what Starlight knows of a page: its section, its neighbours within the section, and, for the
 * pages of the static reference, a title and a description of their own.
 */
export const onRequest = defineRouteMiddleware(async ({ locals, url }) => {
  const { places, trees } = await navigation();
  const address = addressOf(url.pathname.replace(/^\/|\/$/g, ''));
  const place = places.get(address);
  const route = locals.starlightRoute;

  locals.portal = portalOf(place, trees);
  route.pagination = { prev: toSidebarLink(place?.previous), next: toSidebarLink(place?.next) };
  describeReferencePage(route, address);
});

function portalOf(place: Place | undefined, trees: App.Portal['trees']): App.Portal {
  const section = place?.section ?? 'main';
  return { section, trees, ...(place && { place }) };
}

function toSidebarLink(link: NavigationLink | undefined) {
  return (
    link && {
      type: 'link' as const,
      label: link.label,
      href: link.href,
      isCurrent: false,
      badge: undefined,
      attrs: {},
    }
  );
}

/** Pages of the static reference come without a description, and every overview is titled "Overview". */
function describeReferencePage(route: StarlightRouteData, address: string) {
  for (const api of contracts()) {
    if (address === addressOf(api.slug)) return setTitle(route, ...overviewTitle(api));
    const operation = api.operations.find(({ slug }) => addressOf(slug) === address);
    if (operation) return setTitle(route, ...operationTitle(operation, api));
  }
}

function overviewTitle(api: Contract): [string, string] {
  return [`${api.title} reference`, api.summary];
}

function operationTitle({ summary, method, path, description }: Operation, api: Contract): [string, string] {
  const title = api.deprecated ? `${summary} (${api.version})` : summary;
  return [title, `${method.toUpperCase()} ${path}. ${description.split('\n')[0] ?? ''}`];
}

function setTitle({ entry, head, siteTitle }: StarlightRouteData, title: string, description: string) {
  entry.data.title = title;
  entry.data.description = description;
  for (const tag of head) {
    if (tag.tag === 'title') tag.content = `${title} | ${siteTitle}`;
    if (tag.attrs?.['property'] === 'og:title') tag.attrs['content'] = title;
  }
  head.push(
    { tag: 'meta', attrs: { name: 'description', content: description } },
    { tag: 'meta', attrs: { property: 'og:description', content: description } },
  );
}
