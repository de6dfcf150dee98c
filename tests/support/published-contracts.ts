import { apis as configured, type ApiName } from '../../src/config/apis.ts';
import { contract } from '../../src/contract/index.ts';
import type { Operation as Described } from '../../src/contract/model.ts';

// Tests check the shape of contracts and responses, so no type can guarantee that shape.
export type Node = any;

export interface Operation extends Omit<Described, 'api' | 'definition'> {
  /** Path of the operation's page in the static reference. */
  address: string;
  /** The operation's name within the interactive page of its API. */
  fragment: string;
  definition: Node;
}

export interface Api {
  name: ApiName;
  title: string;
  document: Node;
  /** Path of the API's overview in the static reference. */
  overview: string;
  /** Path of the API's interactive page. */
  interactive: string;
  operations: Operation[];
}

/** The APIs as the build documents them. */
export const apis: Api[] = configured.map(({ name, page }) => {
  const { title, document, operations } = contract(name);
  const own = operations.map((operation): Operation => {
    const { id, kind, slug, definition } = operation;
    const tag = definition.tags![0]!.toLowerCase().replaceAll(/[()]/g, '').replaceAll(' ', '-');
    const fragment = `tag/${tag}/${kind === 'webhook' ? 'webhook/' : ''}${id}`;
    return { ...operation, address: `/${slug}/`, fragment };
  });
  return { name, title, document, overview: `/api/${name}/`, interactive: `/${page}/`, operations: own };
});

/** The operations and webhooks of all APIs. */
export const operations = apis.flatMap((api) => api.operations.map((operation) => ({ ...operation, api })));

/** A `$ref`'s target, or the value itself. */
export function follow(document: Node, node: Node): Node {
  if (typeof node?.$ref !== 'string') return node;
  const steps: string[] = node.$ref.replace('#/', '').split('/');
  return follow(
    document,
    steps.reduce((at: Node, step) => at[step.replaceAll('~1', '/')], document),
  );
}

const documentOf = (api: ApiName): Node => apis.find(({ name }) => name === api)!.document;

export const schema = (api: ApiName, name: string): Node => documentOf(api).components.schemas[name];

/** A named example's value. */
export const example = (api: ApiName, name: string): Node => documentOf(api).components.examples[name].value;

interface Visit {
  key: string;
  value: Node;
  path: string;
}

/** Visits every value below a node, with its key and path. */
export function* walk(value: Node, path = '', key = ''): Generator<Visit> {
  yield { key, value, path };
  if (value === null || typeof value !== 'object') return;
  for (const [name, child] of Object.entries(value))
    yield* walk(child, `${path}/${name}`, Array.isArray(value) ? key : name);
}

/** Every value in all contracts' named examples. */
export const exampleValues: Visit[] = apis.flatMap(({ name: api, document }) =>
  Object.entries<Node>(document.components.examples).flatMap(([name, { value }]) => [
    ...walk(value, `${api}#${name}`, name),
  ]),
);

/** True if an IBAN's check digits are valid: the rearranged number is 1 modulo 97 (ISO 13616). */
export function isIban(iban: string): boolean {
  const digits = [...iban.slice(4), ...iban.slice(0, 4)].map((each) => parseInt(each, 36)).join('');
  return BigInt(digits) % 97n === 1n;
}
