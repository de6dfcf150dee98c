import { fieldsOf, type Field } from '../../../contract/fields.ts';
import { contracts } from '../../../contract/index.ts';
import { httpMethods, type Schema } from '../../../contract/model.ts';

/** Every name that the contracts have. */
export interface KnownNames {
  /** Names of one word: operations, schemas, fields, parameters, headers, examples, values. */
  words: ReadonlySet<string>;
  /** Paths and calls, such as `/Consent` and `POST /Consent`, with and without the path of the server. */
  endpoints: ReadonlySet<string>;
  /** The fields of each schema, including those of nested objects. */
  fields: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Keys of OpenAPI whose own keys are names. */
const NAMED_BY_KEY = new Set(['properties', 'schemas', 'examples', 'headers']);

/** Keys of OpenAPI that hold names, or an example of a body. */
const NAMES = ['name', 'operationId', 'enum', 'x-enum-varnames', 'const', 'default', 'required'];
const HOLDS_NAMES = new Set([...NAMES, 'value', 'example']);

/** Collects the names of all contracts. */
export function knownNames(): KnownNames {
  const words = new Set<string>(httpMethods.map((method) => method.toUpperCase()));
  const endpoints = new Set<string>();
  const fields = new Map<string, Set<string>>();
  for (const { document, server, operations } of contracts()) {
    collectWords(document, words);
    const base = URL.canParse(server) ? new URL(server).pathname.replace(/\/$/, '') : '';
    // Guides also write the path of the server, and its beginning: `/cfa` of `/cfa/connect`.
    const folders = base.split('/');
    folders.slice(1).forEach((_, index) => endpoints.add(folders.slice(0, index + 2).join('/')));
    for (const { kind, method, path, id } of operations) {
      words.add(id);
      if (kind === 'webhook') continue;
      for (const each of [path, base + path]) endpoints.add(each).add(`${method.toUpperCase()} ${each}`);
    }
    for (const [name, schema] of Object.entries(document.components?.schemas ?? {})) {
      const own = namesOf(fieldsOf(document, schema as Schema));
      fields.set(name, new Set([...(fields.get(name) ?? []), ...own]));
    }
  }
  return { words, endpoints, fields };
}

/** @param all - Whether every key and every string in the node is a name. */
function collectWords(node: unknown, words: Set<string>, all = false): void {
  if (typeof node === 'string' && all) words.add(node);
  if (Array.isArray(node)) node.forEach((each) => collectWords(each, words, all));
  if (!isObject(node)) return;
  for (const [key, value] of Object.entries(node)) {
    if (all || key.startsWith('x-')) words.add(key);
    if (!all && NAMED_BY_KEY.has(key) && isObject(value)) {
      for (const [name, named] of Object.entries(value)) {
        words.add(name);
        collectWords(named, words);
      }
    } else collectWords(value, words, all || HOLDS_NAMES.has(key));
  }
}

function namesOf(fields: readonly Field[]): string[] {
  return fields.flatMap((field) => [field.name, ...namesOf(field.fields)]);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
