import { readFileSync } from 'node:fs';
import type { OperationId } from 'contract:names';
import { slug } from 'github-slugger';
import { apis, type ApiName } from '../config/apis.ts';
import { existing } from '../shared/existing.ts';
import { httpMethods, type Contract, type OpenApiDocument, type Operation } from './model.ts';

/** Integrators download `published`. starlight-openapi reads `reference`. */
export type CompiledKind = 'published' | 'reference';

/** The path of an API's bundled document, which the compiler writes. Builds and servers start in the project's root. */
export const compiledFile = (name: ApiName, kind: CompiledKind) => `.astro/openapi/${kind}/${name}.json`;

const cache = new Map<ApiName, Contract>();

/** An API's contract, cached after the first read. */
export function contract(name: ApiName): Contract {
  const cached = cache.get(name);
  if (cached) return cached;
  const described = describeContract(name, JSON.parse(readFileSync(compiledFile(name, 'published'), 'utf8')));
  cache.set(name, described);
  return described;
}

/** All ten contracts, in the reference's order. */
export const contracts = () => apis.map(({ name }) => contract(name)) as [Contract, ...Contract[]];

/** Empties the cache. Call this function after compiling the contracts again. */
export const forgetContracts = () => cache.clear();

/** Extracts the facts that pages show from an API's document. */
export function describeContract(name: ApiName, document: OpenApiDocument): Contract {
  const operations = [
    ...operationsOf(name, 'operation', document.paths),
    ...operationsOf(name, 'webhook', document.webhooks),
  ];
  return {
    ...existing(
      apis.find((api) => api.name === name),
      `API ${name}`,
    ),
    title: document.info.title,
    summary: document.info.summary ?? '',
    description: document.info.description ?? '',
    version: document.info.version,
    deprecated: operations.length > 0 && operations.every(({ deprecated }) => deprecated),
    slug: `api/${name}`,
    server: document.servers?.[0]?.url ?? '',
    serverDescription: document.servers?.[0]?.description ?? '',
    operations,
    document,
  };
}

function operationsOf(
  api: ApiName,
  kind: Operation['kind'],
  pathItems: OpenApiDocument['paths'] | OpenApiDocument['webhooks'],
): Operation[] {
  return Object.entries(pathItems ?? {}).flatMap(([path, pathItem]) =>
    httpMethods.flatMap((method) => {
      const definition = pathItem && !('$ref' in pathItem) ? pathItem[method] : undefined;
      if (!definition) return [];
      const id = definition.operationId ?? path;
      return {
        api,
        id: id as OperationId,
        kind,
        method,
        path,
        summary: definition.summary ?? id,
        description: definition.description ?? '',
        deprecated: definition.deprecated ?? false,
        slug: `api/${api}/${kind === 'webhook' ? 'webhooks' : 'operations'}/${slug(id)}`,
        definition,
      };
    }),
  );
}
