import { isDeepStrictEqual } from 'node:util';
import type { Plugin } from '@redocly/openapi-core';
import type { ApiName } from '../config/apis.ts';
import { groupsOf } from '../shared/groups.ts';
import { WriterError } from '../shared/writer-error.ts';
import { contracts } from './index.ts';
import { dereference, lookupFor } from './lookup.ts';
import type { OpenApiDocument } from './model.ts';
import { partNamed } from './value.ts';

/** A fact that a contract assumes because the specification doesn't state it, from its `x-assumption`. */
export interface Assumption {
  /** The anchor on the page that lists all assumptions, such as `listTransactions.DateFrom`. */
  id: string;
  /** The words before `name`, such as `Status of`, or the whole title if there's no `name`. */
  about?: string;
  /** The subject, formatted as code, such as `Transaction.accountNumber` or `POST /Consent`. */
  name?: string;
  reason: string;
  /** Advice until the assumption is confirmed. */
  advice: string;
}

/** Lets Redocly check the shape and place of each `x-assumption`, and report file and line. */
export const assumptionShape: Plugin = {
  id: 'assumptions',
  typeExtension: {
    oas3: (types) => {
      const string = { type: 'string' };
      const places = 'Server SecurityScheme Operation Parameter RequestBody Response Schema Example'.split(
        ' ',
      );
      const extended = places.map((name) => {
        const { [name]: type } = types;
        return [name, { ...type, properties: { ...type?.properties, 'x-assumption': 'Assumption' } }];
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

/** The page that lists all assumptions. */
export const assumptionsPage = '/what-is-assumed/';

/** The path of an assumption's entry on the {@link assumptionsPage}. */
export const entryPath = ({ id }: Pick<Assumption, 'id'>) => `${assumptionsPage}#${id}`;

/** Every assumption, with the APIs that share it. Throws if two assumptions have the same ID. */
export function assumptions() {
  const byId = new Map<string, { assumption: Assumption; apis: ApiName[] }>();
  for (const { name, document } of contracts()) {
    for (const { path, assumption } of withPaths(document)) {
      const registered = byId.get(assumption.id) ?? { assumption, apis: [] };
      if (!isDeepStrictEqual(registered.assumption, assumption) || registered.apis.includes(name))
        throw new WriterError(
          `openapi/${name}.yaml: two assumptions have the ID "${assumption.id}". Give the one at ${path} a different ID.`,
        );
      registered.apis.push(name);
      byId.set(assumption.id, registered);
    }
  }
  return [...byId.values()].map(({ assumption, apis }) => ({ ...assumption, apis }));
}

/** The fact in a reason: `a UUID` for `Assumed: a UUID.`, and `placeholder` for `Assumed placeholder.` */
export function factIn(reason: string): string {
  const start = ['Assumed: ', 'Assumed '].find((prefix) => reason.startsWith(prefix)) ?? '';
  return reason.slice(start.length, reason.endsWith('.') ? -1 : undefined);
}

/** An object's own assumption, as a list with one entry or none. */
export const directAssumptions = (node: object | undefined): Assumption[] =>
  node && 'x-assumption' in node ? [node['x-assumption'] as Assumption] : [];

/** Keys that lead from a schema or parameter to further schemas for the same value or for the entries of a list. */
const PART_OF_ITSELF = new Set(['schema', 'items', 'allOf', 'oneOf', 'anyOf']);

/** The assumptions about a part of a document, but not about its fields. Follows references. */
export function assumptionsAt(document: OpenApiDocument, part: unknown): Assumption[] {
  return unique(assumptionsBelow(document, part, (key) => PART_OF_ITSELF.has(key)));
}

/** The assumptions about a page's names, such as `createConsent, Consent.status`, and about everything below them. */
export function assumptionsAbout(names: string, page: string): Assumption[] {
  const all = names.split(',').flatMap((name) => {
    const { document, part } = partNamed(lookupFor(page), page, name.trim());
    return [...assumptionsBelow(document, part)];
  });
  return unique(all);
}

/** Merges assumptions with the same `about`, `reason`, and `advice`. Keeps their order. */
export function mergeAssumptions(unmerged: readonly Assumption[]) {
  const groups = groupsOf(unmerged, ({ about, reason, advice }) => `${about} ${reason} ${advice}`);
  return groups.map((members) => {
    const [{ about = '', name, reason, advice }] = members;
    const plural = members.length > 1 && ['Parameter', 'Example'].includes(about) ? 's' : '';
    const before = name === undefined ? '' : about + plural;
    return { before, reason, advice, members };
  });
}

type Entry = ReturnType<typeof mergeAssumptions>[number];

/** The number of equal assumptions from which the page states a rule instead of listing each. */
const RULE_FROM = 4;

/** The sections of the page that lists all assumptions. Rules come first, then what several APIs share. */
export function assumptionSections(): {
  id: string;
  title: string;
  entries: (Entry & { subject?: string })[];
}[] {
  const all = assumptions();
  const rules = mergeAssumptions(all).filter(({ before, members }) => before && members.length >= RULE_FROM);
  const inRules = new Set(rules.flatMap(({ members }) => members.map(({ id }) => id)));
  const others = all.filter(({ id }) => !inRules.has(id));
  const groups = Map.groupBy(others, ({ apis }) => (apis.length > 1 ? undefined : apis[0]));
  return [
    { id: 'rules', title: 'Rules', entries: rules.map((rule) => ({ ...rule, subject: subjectOf(rule) })) },
    { id: 'several-apis', title: 'Several APIs', entries: mergeAssumptions(groups.get(undefined) ?? []) },
    ...contracts().map(({ name, title }) => ({
      id: `${name}-api`,
      title,
      entries: mergeAssumptions(groups.get(name) ?? []),
    })),
  ].filter(({ entries }) => entries.length > 0);
}

/** What a rule is about, such as `Status of 9 operations` or `12 examples`. */
function subjectOf({ before, members }: Entry): string {
  const { length } = members;
  return before.endsWith(' of') ? `${before} ${length} operations` : `${length} ${before.toLowerCase()}`;
}

const unique = (list: Iterable<Assumption>) => [
  ...new Map(Array.from(list, (assumption) => [assumption.id, assumption])).values(),
];

/** Each assumption in a node, with the keys that lead to it. */
function* withPaths(node: unknown, keys: string[] = []): Generator<{ path: string; assumption: Assumption }> {
  if (typeof node !== 'object' || node === null) return;
  for (const assumption of directAssumptions(node)) yield { path: keys.join(' > '), assumption };
  for (const [key, value] of Object.entries(node)) yield* withPaths(value, [...keys, key]);
}

/** The assumptions in a part of a document. Searches along references and the keys that `follow` accepts. */
function* assumptionsBelow(
  document: OpenApiDocument,
  part: unknown,
  follow: (key: string) => boolean = () => true,
  seen = new Set<object>(),
): Generator<Assumption> {
  const node = dereference<unknown>(document, part);
  if (typeof node !== 'object' || node === null || seen.has(node)) return;
  seen.add(node);
  yield* directAssumptions(node);
  for (const [key, value] of Object.entries(node))
    if (Array.isArray(node) || follow(key)) yield* assumptionsBelow(document, value, follow, seen);
}
