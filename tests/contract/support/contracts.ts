/** The contracts that `src/config/apis.ts` lists, bundled the way a tool reads them. */

import { fileURLToPath } from 'node:url';
import { bundle, createConfig } from '@redocly/openapi-core';
import { apis as configured, type ApiName } from '../../../src/config/apis.ts';

export type Api = ApiName;
export const apis: Api[] = configured.map(({ name }) => name);

// The shape of a contract is what the tests check, so no type can promise it.
export type Node = any;

const openapiFolder = new URL('../../../openapi/', import.meta.url);

const config = await createConfig({});

async function readBundle(api: Api): Promise<Node> {
  const { bundle: result, problems } = await bundle({
    ref: fileURLToPath(new URL(`${api}.yaml`, openapiFolder)),
    config,
  });
  const [problem] = problems;
  if (problem) throw new Error(`${api}.yaml does not bundle: ${problem.message}`);
  return result.parsed;
}

export const contracts = Object.fromEntries(
  await Promise.all(apis.map(async (api) => [api, await readBundle(api)])),
) as Record<Api, Node>;

/** What a `$ref` of one contract points at, or the value itself. */
export function follow(api: Api, node: Node): Node {
  if (typeof node?.$ref !== 'string') return node;
  const steps: string[] = node.$ref.replace('#/', '').split('/');
  return follow(
    api,
    steps.reduce((at: Node, step) => at?.[step], contracts[api]),
  );
}

export interface Operation {
  api: Api;
  method: string;
  path: string;
  value: Node;
}

const methods = ['get', 'put', 'post', 'delete', 'patch', 'head', 'options', 'trace'];

export const operations: Operation[] = apis.flatMap((api) =>
  Object.entries<Node>(contracts[api].paths).flatMap(([path, item]) =>
    methods.filter((method) => item[method]).map((method) => ({ api, method, path, value: item[method] })),
  ),
);

export const schema = (api: Api, name: string): Node => contracts[api].components.schemas[name];

/** The value of a named example. */
export function example(api: Api, name: string): Node {
  const found = contracts[api].components.examples[name];
  if (!found) throw new Error(`${api}.yaml has no example ${name}`);
  return found.value;
}

interface Visit {
  key: string;
  value: Node;
  path: string;
}

/** Visits every value below a node, with the key and the path that lead to it. */
export function* walk(value: Node, path = '', key = ''): Generator<Visit> {
  yield { key, value, path };
  if (value === null || typeof value !== 'object') return;
  for (const [name, child] of Object.entries(value))
    yield* walk(child, `${path}/${name}`, Array.isArray(value) ? key : name);
}

/** Every value in the named examples of one contract. */
export function* walkExamples(api: Api): Generator<Visit> {
  for (const [name, { value }] of Object.entries<Node>(contracts[api].components.examples))
    yield* walk(value, `${api}#${name}`, name);
}
