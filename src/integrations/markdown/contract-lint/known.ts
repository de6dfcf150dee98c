import { contracts } from '../../../contract/index.ts';
import { dereference } from '../../../contract/lookup.ts';
import { httpMethods, type OpenApiDocument } from '../../../contract/model.ts';

/** Every name that the ten contracts know. */
export interface KnownNames {
  /** Operations, schemas, fields, parameters, headers, examples, values: whatever code may name by one word. */
  words: ReadonlySet<string>;
  /** Paths, below the base address and with it. */
  paths: ReadonlySet<string>;
  /** Calls, such as `POST /Consent`. */
  calls: ReadonlySet<string>;
  /** The fields of each schema that is an object, those of objects within included. */
  fields: ReadonlyMap<string, ReadonlySet<string>>;
}

type Json = Record<string, unknown>;

/** Keys whose own keys are names. */
const NAMED_BY_KEY = new Set(['properties', 'schemas', 'examples', 'headers']);

/** Keys that hold a name, or a list of names. */
const NAMES = new Set(['name', 'operationId', 'enum', 'x-enum-varnames', 'const', 'default', 'required']);

/** Keys that hold bodies: there, all keys and all short texts are names. */
const BODIES = new Set(['value', 'example']);

/** Reads the names out of the contracts; a few milliseconds. */
export function knownNames(): KnownNames {
  const words = new Set<string>();
  const paths = new Set<string>();
  const calls = new Set<string>();
  const fields = new Map<string, Set<string>>();
  for (const { document, server, operations } of contracts()) {
    collect(document as unknown as Json, words);
    for (const { kind, method, path, id } of operations) {
      words.add(id);
      if (kind === 'webhook') continue;
      paths.add(path);
      calls.add(`${method.toUpperCase()} ${path}`);
      const full = pathOf(server) + path;
      paths.add(full);
      calls.add(`${method.toUpperCase()} ${full}`);
    }
    for (const base of pathAndItsBeginnings(pathOf(server))) paths.add(base);
    for (const [name, schema] of Object.entries(document.components?.schemas ?? {})) {
      const own = fields.get(name) ?? new Set<string>();
      collectFields(document as unknown as Json, schema as Json, own, new Set());
      fields.set(name, own);
    }
  }
  httpMethods.forEach((method) => words.add(method.toUpperCase()));
  return { words, paths, calls, fields };
}

function collect(node: unknown, words: Set<string>): void {
  if (Array.isArray(node)) {
    node.forEach((each) => collect(each, words));
    return;
  }
  if (!isObject(node)) return;
  for (const [key, value] of Object.entries(node)) {
    if (NAMED_BY_KEY.has(key) && isObject(value)) {
      for (const [name, named] of Object.entries(value)) {
        words.add(name);
        collect(named, words);
      }
    } else if (BODIES.has(key)) collectBody(value, words);
    else if (NAMES.has(key)) addTexts(value, words);
    else collect(value, words);
  }
}

function collectBody(body: unknown, words: Set<string>): void {
  if (Array.isArray(body)) body.forEach((each) => collectBody(each, words));
  else if (isObject(body)) {
    for (const [key, value] of Object.entries(body)) {
      words.add(key);
      collectBody(value, words);
    }
  } else addTexts(body, words);
}

function collectFields(document: Json, schema: unknown, fields: Set<string>, seen: Set<unknown>): void {
  if (!isObject(schema) || seen.has(schema)) return;
  seen.add(schema);
  const target = dereference<unknown>(document as unknown as OpenApiDocument, schema);
  if (target !== schema) collectFields(document, target, fields, seen);
  const parts = [schema['allOf'], schema['oneOf'], schema['anyOf'], schema['items']].flat();
  parts.forEach((part) => collectFields(document, part, fields, seen));
  if (!isObject(schema['properties'])) return;
  for (const [name, field] of Object.entries(schema['properties'])) {
    fields.add(name);
    collectFields(document, field, fields, seen);
  }
}

function addTexts(value: unknown, words: Set<string>): void {
  for (const each of [value].flat()) if (typeof each === 'string') words.add(each);
}

/** `/a/b` gives `/a` and `/a/b`: a guide may name the path under which a call stands. */
function pathAndItsBeginnings(path: string): string[] {
  const parts = path.split('/').filter(Boolean);
  return parts.map((_, index) => `/${parts.slice(0, index + 1).join('/')}`);
}

function pathOf(address: string): string {
  return URL.canParse(address) ? new URL(address).pathname.replace(/\/$/, '') : '';
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
