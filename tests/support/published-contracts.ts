import { readFileSync } from 'node:fs';
import { apis as configured, type ApiName } from '../../src/config/apis.ts';
import type { Node } from '../contract/support/contracts.ts';

export type { Node };

/* Reads the built documents without the code that renders pages from them. */

const folder = new URL('../../.astro/openapi/published/', import.meta.url);
const methods = ['get', 'put', 'post', 'delete', 'patch'];

export interface Operation {
  id: string;
  kind: 'operation' | 'webhook';
  method: string;
  path: string;
  summary: string;
  deprecated: boolean;
  /** Path of its page in the static reference. */
  address: string;
  /** Name within the interactive page of its API. */
  fragment: string;
  definition: Node;
}

export interface Api {
  name: ApiName;
  title: string;
  document: Node;
  /** Path of the overview in the static reference. */
  overview: string;
  /** Path of the interactive page. */
  interactive: string;
  operations: Operation[];
}

export const apis: Api[] = configured.map(({ name, page }) => {
  const document = JSON.parse(readFileSync(new URL(`${name}.json`, folder), 'utf8'));
  return {
    name,
    title: document.info.title,
    document,
    overview: `/api/${name}/`,
    interactive: `/${page}/`,
    operations: [
      ...operationsOf(name, 'operation', document.paths),
      ...operationsOf(name, 'webhook', document.webhooks ?? {}),
    ],
  };
});

/** A description as a page shows it: without Markdown, and with typographic apostrophes. */
export function asRendered(markdown: string): string {
  return markdown.replaceAll(/[`*]/g, '').replaceAll("'", '’');
}

function operationsOf(api: string, kind: Operation['kind'], items: Node): Operation[] {
  return Object.entries<Node>(items).flatMap(([path, item]) =>
    methods
      .filter((method) => item[method])
      .map((method) => {
        const definition = item[method];
        const id: string = definition.operationId;
        const tag = definition.tags[0].toLowerCase().replaceAll(/[()]/g, '').replaceAll(' ', '-');
        const folderName = kind === 'webhook' ? 'webhooks' : 'operations';
        return {
          id,
          kind,
          method,
          path,
          summary: definition.summary,
          deprecated: definition.deprecated ?? false,
          address: `/api/${api}/${folderName}/${id.toLowerCase()}/`,
          fragment: kind === 'webhook' ? `tag/${tag}/webhook/${id}` : `tag/${tag}/${id}`,
          definition,
        };
      }),
  );
}

/** What a `$ref` leads to, or the value itself. */
export function follow(document: Node, node: Node): Node {
  if (typeof node?.$ref !== 'string') return node;
  const steps: string[] = node.$ref.replace('#/', '').split('/');
  return follow(
    document,
    steps.reduce((at: Node, step) => at[step.replaceAll('~1', '/')], document),
  );
}

/** Every schema within a schema, itself first; recursion ends where a schema comes again. */
export function* schemasWithin(document: Node, node: Node, seen = new Set<Node>()): Generator<Node> {
  const schema = follow(document, node);
  if (schema === undefined || schema === null || typeof schema !== 'object' || seen.has(schema)) return;
  seen.add(schema);
  yield schema;
  const parts = [
    ...Object.values<Node>(schema.properties ?? {}),
    ...(schema.oneOf ?? []),
    ...(schema.anyOf ?? []),
    ...(schema.allOf ?? []),
    schema.items,
    schema.additionalProperties,
  ];
  for (const part of parts) yield* schemasWithin(document, part, seen);
}

/** Bodies of an operation: the request's first, then the responses'. */
export function bodiesOf(document: Node, { definition }: Operation): Node[] {
  return [definition.requestBody, ...Object.values<Node>(definition.responses)]
    .map((body) => follow(document, body))
    .flatMap((body) => Object.values<Node>(body?.content ?? {}));
}
