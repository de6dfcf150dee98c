import { slug } from 'github-slugger';
import type { Contract, OpenApiDocument, Operation } from './model.ts';

/** The fragment of an operation in the interactive reference. */
export function interactiveFragment({ definition, id, kind }: Operation): string {
  const tag = slug(definition.tags?.[0] ?? '');
  return kind === 'webhook' ? `tag/${tag}/webhook/${id}` : `tag/${tag}/${id}`;
}

/**
 * The document from which starlight-openapi makes routes and titles. Descriptions of tags are left out, because it would
 * give each described tag a page.
 */
export function referenceDocument({ document }: Contract): OpenApiDocument {
  return { ...document, tags: document.tags?.map(({ name }) => ({ name })) ?? [] };
}
