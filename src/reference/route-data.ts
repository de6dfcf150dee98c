import type { StarlightRouteData } from '@astrojs/starlight/route-data';
import { site } from '../config/site.ts';
import { contracts } from '../contract/index.ts';
import { isError } from '../contract/responses.ts';
import { parameterSections } from '../contract/lookup.ts';
import type { Contract, Operation } from '../contract/model.ts';
import { searchFact } from '../search/settings.ts';
import referenceStyles from './reference.css?url&no-inline';
import { pagePath } from '../shared/page-path.ts';

/** A page of the static reference: the overview of an API, or an operation. */
export interface ReferencePage {
  contract: Contract;
  /** Absent on overviews. */
  operation?: Operation;
}

/** Returns the page of the static reference at a path, or `undefined` if the path is not in the static reference. */
export function referencePageAt(path: string): ReferencePage | undefined {
  for (const contract of contracts()) {
    if (path === pagePath(contract.slug)) return { contract };
    const operation = contract.operations.find(({ slug }) => pagePath(slug) === path);
    if (operation) return { contract, operation };
  }
  return undefined;
}

/** The front matter of a page of the static reference, with its stylesheet and what the search should know about it. */
export function frontMatterOf(page: ReferencePage) {
  const { contract, operation } = page;
  const title = titleOf(page);
  // A guide may have the title of an operation.
  const full = [title, ...(operation ? [contract.title] : []), site.product].join(' | ');
  return {
    title,
    description: descriptionOf(page),
    head: [
      { tag: 'title' as const, content: full },
      { tag: 'link' as const, attrs: { rel: 'stylesheet', href: referenceStyles } },
      ...searchFacts(page),
    ],
  };
}

/** The sections of a page: the ID and text of each heading. */
export function headingsOf({ operation }: ReferencePage) {
  const heading = (slug: string, text: string) => ({ depth: 2, slug, text });
  if (!operation)
    return ['Base URL', 'Authentication', 'Operations', 'Downloads', 'Guides', 'Changes'].map((text) =>
      heading(text.toLowerCase().replace(' ', '-'), text),
    );
  const { definition, kind } = operation;
  const hasErrors = Object.keys(definition.responses ?? {}).some((status) => isError(status));
  return [
    ...parameterSections(operation).map(({ id, title }) => heading(id, title)),
    ...(definition.requestBody ? [heading('request-body', 'Request body')] : []),
    heading('responses', kind === 'webhook' ? 'Your response' : 'Response'),
    ...(hasErrors ? [heading('errors', 'Errors')] : []),
  ];
}

/**
 * Lets the search find an operation by its call and its `operationId` before the guides that mention it, and an API by
 * what it is about: the Users API for "user".
 */
function searchFacts({ contract, operation }: ReferencePage): StarlightRouteData['head'] {
  if (!operation) return contract.deprecated ? [] : searchFact('keywords', contract.title.split(' API')[0]!);
  const { kind, method, path, id } = operation;
  const call = kind === 'webhook' ? '' : `${method.toUpperCase()} ${path}`;
  return [...searchFact('call', call), ...searchFact('operation', id)];
}

/** The title of a page of the static reference. */
export function titleOf({ contract, operation }: ReferencePage): string {
  if (!operation) return `${contract.title} reference`;
  return operation.deprecated ? `${operation.summary} (deprecated)` : operation.summary;
}

/** One line about a page of the static reference: the call, and what it does. */
export function descriptionOf({ contract, operation }: ReferencePage): string {
  if (!operation) return contract.summary;
  const [firstSentence = ''] = operation.description.split(/(?<=\.)\s/);
  const call =
    operation.kind === 'webhook' ? 'Webhook' : `${operation.method.toUpperCase()} ${operation.path}`;
  return `${call}. ${firstSentence}`;
}
