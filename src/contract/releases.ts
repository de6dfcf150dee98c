import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { apis, type ApiName } from '../config/apis.ts';
import { placeOf } from '../shared/text-file.ts';
import { changeLogOf } from './change-log.ts';
import { besidesNull, itemsOf, merge, typesOf } from './fields.ts';
import { describeContract } from './index.ts';
import { dereference, referenceName } from './lookup.ts';
import { callOf, type Contract, type Operation, type Parameter, type Schema } from './model.ts';

const folderOf = (name: ApiName) => `openapi/published/${name}`;

/** The part of a contract that may change only in a new version: all but the extensions that only this site reads. */
const comparable = ({ document }: Contract) =>
  JSON.stringify(document, (key, value: unknown) =>
    ['x-announced-by', 'x-assumption'].includes(key) ? undefined : value,
  );

/** An API's published versions, oldest first. */
function publishedVersions(name: ApiName): Contract[] {
  return globSync(`${folderOf(name)}/+([0-9.]).json`)
    .map((file) => describeContract(name, JSON.parse(readFileSync(file, 'utf8'))))
    .sort((a, b) => compareVersions(a.version, b.version));
}

/** Every published version of every API. */
export const allPublishedVersions = () => apis.flatMap(({ name }) => publishedVersions(name));

/** The changes between an API's published versions, latest first: breaking changes and new features. */
export function changesOfVersions(name: ApiName) {
  const versions = publishedVersions(name);
  return versions
    .flatMap((after, index) => {
      const before = versions[index - 1];
      if (!before) return [];
      return {
        from: before.version,
        to: after.version,
        breaking: breakingChanges(before, after),
        // Compare in reverse: whatever the reverse comparison reports as removed is new.
        new: breakingChanges(after, before).flatMap((change) => {
          const [part, value] = change.split(' no longer has the value ');
          if (value !== undefined) return `${part} has the new value ${value}`;
          const [added, end] = change.split(' was removed');
          return end === '' ? `${added} is new` : [];
        }),
      };
    })
    .toReversed();
}

/** Publishes a contract's version as a file. Returns its path, or `undefined` if it's already published. */
export function publish({ name, version, document }: Contract): string | undefined {
  const file = `${folderOf(name)}/${version}.json`;
  if (existsSync(file)) return undefined;
  mkdirSync(folderOf(name), { recursive: true });
  writeFileSync(file, `${JSON.stringify(document, null, 2)}\n`);
  return file;
}

/** Problems with a changed contract: a missing version or changelog entry, or a change that breaks clients. */
export function versionProblems(contract: Contract): string[] {
  const { name, version } = contract;
  const [newest] = changeLogOf(name);
  const place = placeOf(`openapi/${name}.yaml`, ' version: ');
  const log = placeOf(`openapi/changelog/${name}.md`, '## ');
  if (newest?.version !== version) return [`${log} Describe version ${version} of ${place}.`];
  const last = publishedVersions(name).at(-1);
  if (!last || comparable(last) === comparable(contract)) return [];
  const changes = breakingChanges(last, contract);
  const list = changes.map((change) => `\n    ${change}`).join('');
  const order = compareVersions(version, last.version);
  if (order < 0) return [`${place} Version ${version} is older than the published version ${last.version}.`];
  if (order === 0 && changes.length === 0)
    return [`${place} The contract differs from the published version ${version}. Increase info.version.`];
  if (changes.length === 0) return [];
  const [major, minor] = last.version.split('.');
  if (version.startsWith(`${major}.${minor}.`))
    return [
      `${place} The contract breaks clients of version ${last.version}:${list}\n` +
        `  Undo the change, or set info.version to ${major}.${Number(minor) + 1}.0 and describe it in the changelog.`,
    ];
  if (newest.changes.some((change) => change.startsWith('**Breaking:**'))) return [];
  return [
    `${log} No change in ${version} starts with "**Breaking:**", but the contract breaks clients:${list}`,
  ];
}

const compareVersions = (a: string, b: string) => a.localeCompare(b, 'en', { numeric: true });

interface Message {
  required?: boolean;
  content?: Record<string, { schema?: Schema }>;
}

/** The direction of a compared value: clients send it or receive it. */
type Use = 'sent' | 'received';

/**
 * Lists the changes that break clients or generated code. A webhook's request is compared like a response, because
 * clients receive it. npm packages for this read only OpenAPI 3.0, ignore webhooks and types, or download a program.
 */
export function breakingChanges(before: Contract, after: Contract): string[] {
  const changes = new Set<string>();
  if (before.server !== after.server)
    changes.add(`the server is ${after.server} instead of ${before.server}`);
  for (const old of before.operations) {
    const title = old.kind === 'webhook' ? `webhook ${old.path}` : callOf(old);
    const now = after.operations.find(({ path, method }) => path === old.path && method === old.method);
    if (now) compareOperations(old, now, title);
    else changes.add(`${title} was removed`);
  }
  const [schemas, newSchemas] = [before, after].map(({ document }) => document.components?.schemas);
  for (const name of missing(schemas, newSchemas)) changes.add(`the schema ${name} was removed`);
  return [...changes];

  function compareOperations(old: Operation, now: Operation, title: string) {
    if (old.id !== now.id) changes.add(`${title}: is now called ${now.id}`);
    const [olds, nows] = [parametersByName(before, old), parametersByName(after, now)];
    for (const name of missing(olds, nows)) changes.add(`${title}: the ${name} was removed`);
    for (const [name, { required, schema }] of Object.entries(nows)) {
      const same = olds[name];
      if (required && !same?.required) changes.add(`${title}: the ${name} is now required`);
      else if (same) compare('sent', same.schema as Schema, schema as Schema, `${title}: the ${name}`);
    }
    const { requestBody, responses } = now.definition;
    const use = old.kind === 'webhook' ? 'received' : 'sent';
    compareMessages(use, old.definition.requestBody, requestBody, `${title}: the request body`);
    for (const [status, response] of Object.entries(old.definition.responses ?? {}))
      compareMessages('received', response, responses?.[status], `${title}: the response ${status}`);
  }

  function compareMessages(use: Use, old: unknown, now: unknown, at: string) {
    const was = dereference(before.document, old as Message | undefined);
    const is = dereference(after.document, now as Message | undefined);
    if (was && !is) changes.add(`${at} was removed`);
    else if (is?.required && !was?.required) changes.add(`${at} is now required`);
    else
      for (const [type, { schema = {} }] of Object.entries(was?.content ?? {})) {
        const found = is?.content?.[type];
        if (found) compare(use, schema, found.schema ?? {}, at);
        else changes.add(`${at} as ${type} was removed`);
      }
  }

  function compare(use: Use, old: unknown, now: unknown, at: string, above: unknown[] = []) {
    const target = dereference(before.document, old);
    if (!isSchema(old) || !isSchema(now) || above.includes(target)) return;
    const nested = (from: unknown, to: unknown, where: string) =>
      compare(use, from, to, at + where, [...above, target]);
    const [was, is] = [merge(before.document, old), merge(after.document, now)];
    for (const change of schemaChanges(use, was, is)) changes.add(at + change);
    for (const [name, field] of Object.entries(was.properties ?? {}))
      nested(field, is.properties?.[name], `.${name}`);
    nested(itemsOf(was), itemsOf(is), '[]');
    nested(was.additionalProperties, is.additionalProperties, '.*');
    const [olds, nows] = [choicesOf(was), choicesOf(is)];
    if (!olds || !nows) return;
    for (const name of missing(olds, nows)) changes.add(`${at} is no longer ${name}`);
    if (use === 'received') for (const name of missing(nows, olds)) changes.add(`${at} may be ${name} now`);
    for (const [name, choice] of Object.entries(olds)) nested(choice, nows[name], ` as ${name}`);
  }
}

/** The platform must still accept what clients send, and must return only what clients already know. */
function schemaChanges(use: Use, old: Schema, now: Schema): string[] {
  const isSent = use === 'sent';
  const [known, used] = isSent ? [now, old] : [old, now];
  const [types, usedTypes] = [typesOf(known), typesOf(used)];
  const fits = (type: string) => types.includes(type) || (type === 'integer' && types.includes('number'));
  if (types.length > 0 && (usedTypes.length === 0 || !usedTypes.every(fits)))
    return [` is ${typeNames(now)} instead of ${typeNames(old)}`];
  const newValues = isSent || !old.enum || 'x-extensible' in old ? [] : (now.enum ?? []);
  const gone = missing(old.properties, now.properties);
  const [required = [], newRequired = []] = [old.required, now.required];
  const isClosed = now.additionalProperties === false && old.additionalProperties !== false;
  return [
    ...(['format', 'pattern', 'const'] as const)
      .filter((key) => known[key] !== undefined && known[key] !== used[key])
      .map((key) => ` has the ${key} ${now[key]} instead of ${old[key]}`),
    ...(['minimum', 'minLength', 'minItems'] as const)
      .filter((key) => (known[key] ?? -Infinity) > (used[key] ?? -Infinity))
      .map((key) => ` has the ${key} ${now[key]}`),
    ...(['maximum', 'maxLength', 'maxItems'] as const)
      .filter((key) => (known[key] ?? Infinity) < (used[key] ?? Infinity))
      .map((key) => ` has the ${key} ${now[key]}`),
    ...(known.enum && !used.enum ? [` has ${now.enum ? 'a' : 'no'} list of values now`] : []),
    ...without(now.enum && old.enum, now.enum).map((value) => ` no longer has the value ${value}`),
    ...without(newValues, old.enum).map((value) => ` has the new value ${value}`),
    ...gone.map((name) => `.${name} was removed`),
    ...(isSent
      ? without(newRequired, required).map((name) => `.${name} is now required`)
      : without(required, [...newRequired, ...gone]).map((name) => `.${name} may be absent now`)),
    ...(isSent && isClosed ? [' now rejects other fields'] : []),
  ];
}

/** The `oneOf` or `anyOf` schemas. The keys are their names or else types. `merge` has resolved nullable references. */
function choicesOf(schema: Schema): Record<string, unknown> | undefined {
  const choices = (schema.oneOf ?? schema.anyOf) as Schema[] | undefined;
  if (!choices || besidesNull(schema)) return undefined;
  return Object.fromEntries(choices.map((each) => [referenceName(each) ?? String(each.type), each]));
}

function parametersByName({ document }: Contract, { definition }: Operation): Record<string, Parameter> {
  const all = (definition.parameters ?? []).map((each) => dereference(document, each as Parameter));
  return Object.fromEntries(all.map((each) => [`${each.in} parameter ${each.name}`, each]));
}

const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null;
const typeNames = (schema: Schema) => typesOf(schema).join(' or ') || 'any type';

const without = <T>(some: readonly T[] = [], others: readonly T[] = []) =>
  some.filter((each) => !others.includes(each));

const missing = (first: object = {}, second: object = {}) => without(Object.keys(first), Object.keys(second));
