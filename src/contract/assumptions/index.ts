import type { ApiName } from '../../config/apis.ts';
import { contracts } from '../index.ts';
import { dereference } from '../lookup.ts';
import type { Contract, OpenApiDocument, Operation } from '../model.ts';
import { placeOf, type Place } from './place.ts';

/** A fact that the specification doesn't state, and that a contract assumes in an `x-assumption`. */
export interface Assumption extends Place {
  /** What is assumed, and why: the first sentence in the contract. */
  reason: string;
  /** What to do until it is confirmed: the other sentences. Empty if the contract has none. */
  advice: string;
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
export const assumptionsPage = '/what-is-assumed/';

/** The path of an assumption's entry on that page. */
export const entryPath = ({ id }: Pick<Assumption, 'id'>) => `${assumptionsPage}#${id}`;

interface Collected {
  all: Assumption[];
  /** The assumption at each object that has an `x-assumption`. */
  at: Map<object, Assumption>;
}

const cache = new WeakMap<OpenApiDocument, Collected>();

/** Every assumption of all contracts, in their order. One that several contracts share is listed once. */
export function assumptions(): Assumption[] {
  return collected().all;
}

/** The assumption that an object of a contract is marked with, as a list, without those about its parts. */
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
  const byText = new Map<string, Assumption>();
  const ids = new Set<string>();
  for (const contract of all) {
    const parts = contract.operations.flatMap((operation) => partsOf(contract.document, operation));
    for (const { path, node, reason } of marksIn(contract.document)) {
      const users = parts.filter(({ nodes }) => nodes.has(node));
      const place = refine(placeOf(contract, path, node), users);
      const text = `${place.kind} ${place.id} ${reason}`;
      const id = ids.has(place.id) ? `${contract.name}.${place.id}` : place.id;
      const assumption = byText.get(text) ?? { ...place, id, ...split(reason), apis: [], shownAt: [] };
      assumption.apis.push(contract.name);
      assumption.shownAt.push(...(users.length > 0 ? pagesOf(users) : [overviewOf(contract, path)]));
      byText.set(text, assumption);
      ids.add(assumption.id);
      at.set(node, assumption);
    }
  }
  return { all: [...byText.values()], at };
}

/** Splits an `x-assumption` into its first sentence and the others. */
function split(text: string): { reason: string; advice: string } {
  const [, reason = text, advice = ''] = /^(.+?[.?!])\s+(\p{Lu}.*)$/su.exec(text) ?? [];
  return { reason, advice };
}

/** A part of an operation, and the objects that it consists of. */
interface Part {
  operation: Operation;
  /** The ID of its heading on the operation's page. */
  fragment: string;
  nodes: Set<object>;
}

function partsOf(document: OpenApiDocument, operation: Operation): Part[] {
  const { parameters, requestBody, responses } = operation.definition;
  const parts: [string, unknown][] = [
    ['parameters', parameters],
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

/** The kind of a schema or field depends on where it is used: clients send requests, and receive everything else. */
function refine(place: Place, users: readonly Part[]): Place {
  const isObject = place.kind === 'object';
  if ((!isObject && place.kind !== 'field') || users.length === 0) return place;
  if (users.every(({ operation }) => operation.kind === 'webhook')) return { ...place, kind: 'event' };
  const isSent = users.every(({ fragment }) => fragment === 'request-body');
  return isSent ? { ...place, kind: isObject ? 'request' : 'input' } : place;
}

function pagesOf(users: readonly Part[]): ShownAt[] {
  const first = users.filter(
    ({ operation }, index) => users.findIndex((each) => each.operation === operation) === index,
  );
  return first.map(({ operation, fragment }) => ({
    title: operation.summary,
    href: `/${operation.slug}/#${fragment}`,
  }));
}

/** Servers and security schemes are on the overview of their API. */
function overviewOf({ title, slug }: Contract, [, area]: readonly string[]): ShownAt {
  return { title, href: `/${slug}/#${area === 'securitySchemes' ? 'authentication' : 'base-url'}` };
}

interface Mark {
  path: string[];
  node: object;
  reason: string;
}

function* marksIn(node: unknown, path: string[] = []): Generator<Mark> {
  if (typeof node !== 'object' || node === null) return;
  const { 'x-assumption': reason } = node as { 'x-assumption'?: unknown };
  if (typeof reason === 'string') yield { path, node, reason: reason.trim() };
  for (const [key, value] of Object.entries(node)) yield* marksIn(value, [...path, key]);
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
