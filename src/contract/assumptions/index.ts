import { isDeepStrictEqual } from 'node:util';
import type { ApiName } from '../../config/apis.ts';
import { WriterError } from '../../shared/writer-error.ts';
import { contracts } from '../index.ts';
import { dereference, parameterSections } from '../lookup.ts';
import type { Contract, OpenApiDocument, Operation } from '../model.ts';

/** A fact that the specification doesn't state and a contract assumes, as its `x-assumption` describes it. */
interface Mark {
  /** Its anchor on the page that lists all assumptions, such as `listTransactions.DateFrom`. */
  id: string;
  /** The words before the name, such as `Status of`, or all words if there is no name. */
  about?: string;
  /** What it is about, as code: `Transaction.accountNumber`, `POST /Consent`. */
  name?: string;
  /** What is assumed, and why. */
  reason: string;
  /** What to do until it is confirmed. */
  advice: string;
}

/** An assumption with the places that have it. */
export interface Assumption extends Mark {
  /** Every API whose contract has it. */
  apis: ApiName[];
  /** Where the static reference shows it. */
  shownAt: ShownAt[];
}

/** A place in the static reference: the title of its page and its path. */
export interface ShownAt {
  title: string;
  href: string;
}

/** The page that lists all assumptions. */
const assumptionsPage = '/what-is-assumed/';

/** The path of an assumption's entry on that page. */
export const entryPath = ({ id }: Pick<Assumption, 'id'>) => `${assumptionsPage}#${id}`;

interface Collected {
  all: Assumption[];
  /** The assumption at each object that has an `x-assumption`. */
  at: Map<object, Assumption>;
}

const cache = new WeakMap<OpenApiDocument, Collected>();

/**
 * Every assumption of all contracts, in their order. One that several contracts share is listed once.
 *
 * @throws WriterError if two different assumptions have one ID, or if no page can show one.
 */
export function assumptions(): Assumption[] {
  return collected().all;
}

/** The assumption at an object itself, as a list. */
export const ownAssumptions = (node: object | undefined): Assumption[] => found(node ? [node] : []);

/**
 * The assumptions about a part of a document, but not about its fields. Follows references, lists and nullable types.
 */
export function assumptionsAt(document: OpenApiDocument, part: unknown): Assumption[] {
  return found(nodesBelow(document, part, (key) => PART_OF_ITSELF.has(key)));
}

/** The assumptions about a part of a document and everything in it, following references. */
export function assumptionsBelow(document: OpenApiDocument, part: unknown): Assumption[] {
  return found(nodesBelow(document, part));
}

/** Keys that lead from a schema or parameter to other schemas for the same value, or for each entry of a list. */
const PART_OF_ITSELF = new Set(['schema', 'items', 'allOf', 'oneOf', 'anyOf']);

function found(nodes: Iterable<object>): Assumption[] {
  const { at } = collected();
  return [...new Set([...nodes].flatMap((node) => at.get(node) ?? []))];
}

function collected(): Collected {
  const all = contracts();
  const key = all[0]!.document;
  const known = cache.get(key) ?? collect(all);
  cache.set(key, known);
  return known;
}

function collect(all: readonly Contract[]): Collected {
  const at = new Map<object, Assumption>();
  const byId = new Map<string, Assumption>();
  for (const contract of all) {
    const parts = contract.operations.flatMap((operation) => partsOf(contract.document, operation));
    for (const { path, node, mark } of marksIn(contract.document)) {
      const file = `openapi/${contract.name}.yaml`;
      const known = byId.get(mark.id) ?? { ...mark, apis: [], shownAt: [] };
      const { apis, shownAt, ...same } = known;
      if (!isDeepStrictEqual(same, mark) || apis.includes(contract.name))
        throw new WriterError(
          `${file}: two assumptions have the ID "${mark.id}". Give the one at ${path} another.`,
        );
      apis.push(contract.name);
      shownAt.push(...pagesOf(contract, parts, node, path));
      byId.set(mark.id, known);
      at.set(node, known);
    }
  }
  return { all: [...byId.values()], at };
}

/** A part of an operation, and the objects that it consists of. */
interface Part {
  operation: Operation;
  /** The ID of its heading on the operation's page. */
  fragment: string;
  nodes: Set<object>;
}

function partsOf(document: OpenApiDocument, operation: Operation): Part[] {
  const { requestBody, responses } = operation.definition;
  const parts: [string, unknown][] = [
    ...parameterSections(operation).map(({ id, parameters }): [string, unknown] => [id, parameters]),
    ['request-body', requestBody],
    ...Object.entries(responses ?? {}).map(([status, response]): [string, unknown] => [
      `status-${status}`,
      response,
    ]),
  ];
  const below = parts.map(([fragment, part]) => ({
    operation,
    fragment,
    nodes: new Set(nodesBelow(document, part)),
  }));
  return [{ operation, fragment: '_top', nodes: new Set([operation.definition]) }, ...below];
}

/** The pages that show an object: each operation at its first part with it, or the overview of the API. */
function pagesOf(
  { name, title, slug }: Contract,
  parts: readonly Part[],
  node: object,
  path: string,
): ShownAt[] {
  const first = new Map<Operation, Part>();
  for (const part of parts)
    if (part.nodes.has(node) && !first.has(part.operation)) first.set(part.operation, part);
  if (first.size > 0)
    return [...first.values()].map(({ operation, fragment }) => ({
      title: operation.summary,
      href: `/${operation.slug}/#${fragment}`,
    }));
  if (path.startsWith('servers ')) return [{ title, href: `/${slug}/#base-url` }];
  if (path.startsWith('components > securitySchemes ')) return [{ title, href: `/${slug}/#authentication` }];
  throw new WriterError(
    `openapi/${name}.yaml: no page can show the "x-assumption" at ${path}.\n` +
      '  Fix: move it to the server, operation, parameter, body, response, schema, field or example that it is about.',
  );
}

interface MarkedNode {
  /** The keys that lead to the object, for messages. */
  path: string;
  node: object;
  mark: Mark;
}

function* marksIn(node: unknown, keys: string[] = []): Generator<MarkedNode> {
  if (typeof node !== 'object' || node === null) return;
  const { 'x-assumption': mark } = node as { 'x-assumption'?: Mark };
  if (mark) yield { path: keys.join(' > '), node, mark };
  for (const [key, value] of Object.entries(node)) yield* marksIn(value, [...keys, key]);
}

/**
 * A part of a document, and the objects in it, with references followed; each once.
 *
 * @param follow - Whether to continue below an object's key.
 */
function* nodesBelow(
  document: OpenApiDocument,
  part: unknown,
  follow: (key: string) => boolean = () => true,
  seen = new Set<object>(),
): Generator<object> {
  const node = dereference<unknown>(document, part);
  if (typeof node !== 'object' || node === null || seen.has(node)) return;
  seen.add(node);
  yield node;
  for (const [key, value] of Object.entries(node))
    if (Array.isArray(node) || follow(key)) yield* nodesBelow(document, value, follow, seen);
}
