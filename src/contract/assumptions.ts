import { isDeepStrictEqual } from 'node:util';
import type { Plugin } from '@redocly/openapi-core';
import type { ApiName } from '../config/apis.ts';
import { WriterError } from '../shared/writer-error.ts';
import { contracts } from './index.ts';
import { dereference, lookupFor } from './lookup.ts';
import type { Contract, OpenApiDocument } from './model.ts';
import { partNamed } from './value.ts';

/** A fact that a contract assumes because the specification doesn't state it, from its `x-assumption`. */
interface Mark {
  /** Its anchor on the page that lists all assumptions, such as `listTransactions.DateFrom`. */
  id: string;
  /** The words before the name, such as `Status of`, or the whole title if there's no name. */
  about?: string;
  /** Its subject, as code: `Transaction.accountNumber`, `POST /Consent`. */
  name?: string;
  /** The assumption and its reason. */
  reason: string;
  /** Advice until the assumption is confirmed. */
  advice: string;
}

/** An assumption in one or several contracts. */
export interface Assumption extends Mark {
  /** Every API whose contract contains it. */
  apis: ApiName[];
}

/** Lets Redocly check the shape and place of each `x-assumption`, and report file and line. */
export const assumptionShape: Plugin = {
  id: 'assumptions',
  typeExtension: {
    oas3: (types) => {
      const string = { type: 'string' };
      const markable = ['Server', 'SecurityScheme', 'Operation', 'Parameter', 'RequestBody', 'Response'];
      const extended = [...markable, 'Schema', 'Example'].map((name) => {
        const type = types[name]!;
        return [name, { ...type, properties: { ...type.properties, 'x-assumption': 'Assumption' } }];
      });
      return {
        ...types,
        Assumption: {
          properties: { id: string, about: string, name: string, reason: string, advice: string },
          required: ['id', 'reason', 'advice'],
          requiredOneOf: ['about', 'name'],
        },
        ...Object.fromEntries(extended),
      };
    },
  },
};

/** The path of an assumption's entry on the page that lists all of them. */
export const entryPath = ({ id }: Pick<Mark, 'id'>) => `/what-is-assumed/#${id}`;

/**
 * Every assumption in all contracts, in their order. Shared assumptions are listed once.
 *
 * @throws WriterError if two different assumptions have the same ID.
 */
export const assumptions = (): Assumption[] => collected().all;

/** An object's own assumption, as a list with one entry or none. */
export const ownAssumptions = (node: object | undefined): Assumption[] => found(node ? [node] : []);

/** Keys that lead from a schema or parameter to other schemas for the same value, or for each entry of a list. */
const PART_OF_ITSELF = new Set(['schema', 'items', 'allOf', 'oneOf', 'anyOf']);

/**
 * The assumptions about a part of a document, but not about its fields. Follows references, lists, and nullable types.
 */
export function assumptionsAt(document: OpenApiDocument, part: unknown): Assumption[] {
  return found(nodesBelow(document, part, (key) => PART_OF_ITSELF.has(key)));
}

/**
 * The assumptions about named parts and everything below them, without duplicates, in the order of the names.
 *
 * @param names - Operations, schemas, and fields, separated by commas: `createConsent, Consent.status`.
 * @param page - The page that uses the names, for messages.
 * @throws UnknownNameError if one of the names isn't in a contract.
 */
export function assumptionsIn(names: string, page: string): Assumption[] {
  const all = names.split(',').flatMap((name) => {
    const { document, part } = partNamed(lookupFor(page), page, name.trim());
    return found(nodesBelow(document, part));
  });
  return [...new Set(all)];
}

/** Merges assumptions with the same reason, advice, and words before the name. Keeps their order. */
export function combine(some: readonly Assumption[]) {
  const groups = Map.groupBy(some, ({ about, reason, advice }) => `${about} ${reason} ${advice}`);
  return [...groups.values()].map((members) => {
    const { about = '', name, reason, advice } = members[0]!;
    const plural = members.length > 1 && /^(Parameter|Example)$/.test(about) ? 's' : '';
    /** Words before the names, such as "Status of"; empty if the names need none. */
    const before = name === undefined ? '' : about + plural;
    return { before, reason, advice, members };
  });
}

/** The headings of the page that lists all assumptions: first those that APIs share, then those of each API. */
export function assumptionGroups() {
  const entriesOf = (api?: ApiName) =>
    combine(assumptions().filter(({ apis }) => (apis.length > 1 ? undefined : apis[0]) === api));
  return [
    { id: 'several-apis', title: 'Several APIs', entries: entriesOf() },
    ...contracts().map(({ name, title }) => ({ id: `${name}-api`, title, entries: entriesOf(name) })),
  ].filter(({ entries }) => entries.length > 0);
}

const cache = new WeakMap<OpenApiDocument, ReturnType<typeof collect>>();

function collected() {
  const all = contracts();
  const key = all[0]!.document;
  const known = cache.get(key) ?? collect(all);
  cache.set(key, known);
  return known;
}

function found(nodes: Iterable<object>): Assumption[] {
  const { at } = collected();
  return [...new Set([...nodes].flatMap((node) => at.get(node) ?? []))];
}

/** All assumptions, and the one at each object that has an `x-assumption`. */
function collect(all: readonly Contract[]) {
  const at = new Map<object, Assumption>();
  const byId = new Map<string, Assumption>();
  for (const { name, document } of all) {
    for (const { path, node, mark } of marksIn(document)) {
      const fresh: Assumption = { ...mark, apis: [] };
      const known = byId.get(mark.id) ?? fresh;
      if (!isDeepStrictEqual({ ...known, apis: [] }, fresh) || known.apis.includes(name))
        throw new WriterError(
          `openapi/${name}.yaml: two assumptions have the ID "${mark.id}". Give the one at ${path} a different ID.`,
        );
      known.apis.push(name);
      byId.set(mark.id, known);
      at.set(node, known);
    }
  }
  return { all: [...byId.values()], at };
}

/** Each marked object, with the keys that lead to it, for messages. */
function* marksIn(node: unknown, keys: string[] = []): Generator<{ path: string; node: object; mark: Mark }> {
  if (typeof node !== 'object' || node === null) return;
  const { 'x-assumption': mark } = node as { 'x-assumption'?: Mark };
  if (mark) yield { path: keys.join(' > '), node, mark };
  for (const [key, value] of Object.entries(node)) yield* marksIn(value, [...keys, key]);
}

/**
 * A part of a document, and every object in it. Follows references, and returns each object once.
 *
 * @param follow - Returns true to continue below an object's key.
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
