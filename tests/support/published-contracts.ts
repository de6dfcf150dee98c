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

/** The APIs as the build documents them, with the paths of their static overview and their interactive page. */
export const apis = configured.map(({ name, page }) => {
  const { title, document, operations } = contract(name);
  const own = operations.map((operation): Operation => {
    const { id, kind, slug, definition } = operation;
    const tag = definition.tags![0]!.toLowerCase().replaceAll(/[()]/g, '').replaceAll(' ', '-');
    const fragment = `tag/${tag}/${kind === 'webhook' ? 'webhook/' : ''}${id}`;
    return { ...operation, address: `/${slug}/`, fragment };
  });
  const paths = { overview: `/api/${name}/`, interactive: `/${page}/` };
  return { name, title, document: document as Node, ...paths, operations: own };
});

export type Api = (typeof apis)[number];

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

/** Visits every value below a node, with its key and path. */
export function* walk(
  value: Node,
  path = '',
  key = '',
): Generator<{ key: string; value: Node; path: string }> {
  yield { key, value, path };
  if (value === null || typeof value !== 'object') return;
  for (const [name, child] of Object.entries(value))
    yield* walk(child, `${path}/${name}`, Array.isArray(value) ? key : name);
}

/** Every value in all contracts' named examples. */
export const exampleValues = apis.flatMap(({ name: api, document }) =>
  Object.entries<Node>(document.components.examples).flatMap(([name, { value }]) => [
    ...walk(value, `${api}#${name}`, name),
  ]),
);

/** True if an IBAN has its country's format, and valid check digits: rearranged, it's 1 modulo 97 (ISO 13616). */
export function isIban(iban: string): boolean {
  const digits = [...iban.slice(4), ...iban.slice(0, 4)].map((each) => parseInt(each, 36)).join('');
  return BigInt(digits) % 97n === 1n && /^(NL\d\d[A-Z]{4}\d{10}|BE\d{14}|DE\d{20}|ES\d{22})$/.test(iban);
}
