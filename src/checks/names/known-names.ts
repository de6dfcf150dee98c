import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parse } from 'yaml';
import { TOKEN_PLACEHOLDER } from '../../config/samples.ts';
import { fieldsOf, type Field } from '../../contract/fields.ts';
import { contracts } from '../../contract/index.ts';
import { callOf, httpMethods, type Schema } from '../../contract/model.ts';
import { controlsDocument } from '../../sandbox/controls/document.ts';
import { additionalProviders } from '../../sandbox/providers.ts';
import { readText } from '../../shared/text-file.ts';
import { withoutSlash } from '../../shared/without-slash.ts';

/** The file with names that pages may use although no contract contains them. */
export const NAMES_FILE = 'src/content/names.yaml';

/** Every name that pages may use. */
export interface KnownNames {
  /** One-word names in contracts: operations, schemas, fields, parameters, headers, examples, and values. */
  words: ReadonlySet<string>;
  others: ReadonlySet<string>;
  /** Paths and calls, such as `/Consent` and `POST /Consent`, each with and without the server's base path. */
  endpoints: ReadonlySet<string>;
  /** The fields of each schema, including those of nested objects. */
  fields: ReadonlyMap<string, ReadonlySet<string>>;
}

/** OpenAPI keys whose value is an object with one key per name. */
const NAMED_BY_KEY = new Set(['properties', 'schemas', 'examples', 'headers']);

/** OpenAPI keys whose value contains names or is an example body. */
const HOLDS_NAMES = new Set(
  'name operationId enum x-enum-varnames const default required value example'.split(' '),
);

/** Collects the names in all contracts and the project's own names. */
export function knownNames(root: string): KnownNames {
  const words = new Set<string>(httpMethods.map((method) => method.toUpperCase()));
  const endpoints = new Set<string>();
  const fields = new Map<string, Set<string>>();
  for (const { document, server, operations } of contracts()) {
    collectWords(document, words);
    const base = withoutSlash(new URL(server).pathname);
    if (base) endpoints.add(base);
    for (const { kind, method, path, id } of operations) {
      words.add(id);
      if (kind === 'webhook') continue;
      for (const route of [path, base + path]) endpoints.add(route).add(callOf({ method, path: route }));
    }
    for (const [name, schema] of Object.entries(document.components?.schemas ?? {})) {
      const names = namesOf(fieldsOf(document, schema as Schema));
      fields.set(name, new Set([...(fields.get(name) ?? []), ...names]));
    }
  }
  const controls = Object.values(controlsDocument().components?.schemas ?? {});
  const others = new Set([
    ...allowedNames(root),
    ...globSync('src/**/*.astro', { cwd: root }).map((file) => basename(file, '.astro')),
    TOKEN_PLACEHOLDER,
    ...additionalProviders.map(({ providerKey }) => providerKey),
    ...controls.flatMap(({ properties = {} }) => Object.keys(properties)),
  ]);
  return { words, others, endpoints, fields };
}

/** The names in {@link NAMES_FILE}. */
export function allowedNames(root: string): string[] {
  return Object.values(parse(readText(join(root, NAMES_FILE))) as Record<string, string[]>).flat();
}

/** @param all - If true, treats every key and string in the node as a name. */
function collectWords(node: unknown, words: Set<string>, all = false): void {
  if (typeof node === 'string' && all) words.add(node);
  if (Array.isArray(node)) node.forEach((child) => collectWords(child, words, all));
  if (!isObject(node)) return;
  for (const [key, value] of Object.entries(node)) {
    if (all || key.startsWith('x-')) words.add(key);
    if (!all && NAMED_BY_KEY.has(key) && isObject(value)) {
      for (const [name, definition] of Object.entries(value)) {
        words.add(name);
        collectWords(definition, words);
      }
    } else collectWords(value, words, all || HOLDS_NAMES.has(key));
  }
}

const namesOf = (fields: readonly Field[]): string[] =>
  fields.flatMap((field) => [field.name, ...namesOf(field.fields)]);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
