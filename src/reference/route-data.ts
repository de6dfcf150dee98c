import type { StarlightRouteData } from '@astrojs/starlight/route-data';
import { contracts } from '../contract/index.ts';
import { isError } from '../contract/responses.ts';
import { parameterSections } from '../contract/lookup.ts';
import { callOf, type Contract, type Operation } from '../contract/model.ts';
import { searchFact } from '../search/settings.ts';
import referenceStyles from './reference.css?url&no-inline';
import { firstSentence } from '../shared/first-sentence.ts';
import { pagePath } from '../shared/page-path.ts';

/** A page that starlight-openapi renders: the overview of an API, or an operation. */
export interface ReferencePage {
  contract: Contract;
  operation?: Operation;
}

/** The reference page at a path, if any. */
export function referencePageAt(path: string): ReferencePage | undefined {
  for (const contract of contracts()) {
    if (path === pagePath(contract.slug)) return { contract };
    const operation = contract.operations.find(({ slug }) => pagePath(slug) === path);
    if (operation) return { contract, operation };
  }
  return undefined;
}

/** Sets title, description, headings, and the stylesheet of a page that starlight-openapi routes. */
export function completeReferencePage(route: StarlightRouteData, page: ReferencePage): void {
  const title = titleOf(page);
  const description = descriptionOf(page);
  route.entry.data.title = title;
  route.entry.data.description = description;
  // A guide may have the same title as an operation.
  const fullTitle = page.operation ? `${title} | ${page.contract.title}` : title;
  for (const element of route.head) {
    if (element.attrs?.['property'] === 'og:title') element.attrs['content'] = title;
    if (element.tag === 'title') element.content = `${fullTitle} | ${route.siteTitle}`;
  }
  route.headings = headingsOf(page);
  const top = { depth: 1, slug: '_top', text: 'Overview' };
  if (route.toc) route.toc.items = [top, ...route.headings].map((heading) => ({ ...heading, children: [] }));
  route.head.push(
    { tag: 'meta', attrs: { name: 'description', content: description } },
    { tag: 'meta', attrs: { property: 'og:description', content: description } },
    { tag: 'link', attrs: { rel: 'stylesheet', href: referenceStyles } },
    ...searchFacts(page),
  );
}

function headingsOf({ operation }: ReferencePage): StarlightRouteData['headings'] {
  const heading = (text: string, slug = text.toLowerCase().replace(' ', '-')) => ({ depth: 2, slug, text });
  if (!operation) return ['Authentication', 'Operations', 'Downloads', 'Guides'].map((text) => heading(text));
  const { definition, kind } = operation;
  return [
    ...parameterSections(operation).map(({ id, title }) => heading(title, id)),
    ...(definition.requestBody ? [heading('Request body')] : []),
    heading(kind === 'webhook' ? 'Your response' : 'Response', 'responses'),
    ...(Object.keys(definition.responses ?? {}).some(isError) ? [heading('Errors')] : []),
  ];
}

/** Facts that rank an operation above guides that mention it, and that find an API by its subject, such as "user". */
function searchFacts({ contract, operation }: ReferencePage): StarlightRouteData['head'] {
  if (!operation)
    return contract.deprecated ? [] : searchFact('keywords', contract.title.split(' API', 1).join());
  const call = operation.kind === 'webhook' ? '' : callOf(operation);
  return [...searchFact('call', call), ...searchFact('operation', operation.id)];
}

/** A reference page's title. */
export function titleOf({ contract, operation }: ReferencePage): string {
  if (!operation) return `${contract.title} reference`;
  return operation.deprecated ? `${operation.summary} (deprecated)` : operation.summary;
}

/** The one-line description of a static reference page: the call and its purpose. */
export function descriptionOf({ contract, operation }: ReferencePage): string {
  if (!operation) return contract.summary;
  const call = operation.kind === 'webhook' ? 'Webhook' : callOf(operation);
  return `${call}. ${firstSentence(operation.description)}`;
}
