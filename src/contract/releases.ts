import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { apis, type ApiName } from '../config/apis.ts';
import { locationOf } from '../shared/text-file.ts';
import { changeLogOf } from './change-log.ts';
import { itemsOf, mergedSchema, nonNullSchema, typesOf } from './fields.ts';
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
  const source = locationOf(`openapi/${name}.yaml`, ' version: ');
  const changelog = locationOf(`openapi/changelog/${name}.md`, '## ');
  if (newest?.version !== version) return [`${changelog} Describe version ${version} of ${source}.`];
  const last = publishedVersions(name).at(-1);
  if (!last || comparable(last) === comparable(contract)) return [];
  const changes = breakingChanges(last, contract);
  const list = changes.map((change) => `\n    ${change}`).join('');
  const order = compareVersions(version, last.version);
  if (order < 0) return [`${source} Version ${version} is older than the published version ${last.version}.`];
  if (order === 0 && changes.length === 0)
    return [`${source} The contract differs from the published version ${version}. Increase info.version.`];
  if (changes.length === 0) return [];
  const [major, minor] = last.version.split('.');
  if (version.startsWith(`${major}.${minor}.`))
    return [
      `${source} The contract breaks clients of version ${last.version}:${list}\n` +
        `  Undo the change, or set info.version to ${major}.${Number(minor) + 1}.0 and describe it in the changelog.`,
    ];
  if (newest.changes.some((change) => change.startsWith('**Breaking:**'))) return [];
  return [
    `${changelog} No change in ${version} starts with "**Breaking:**", but the contract breaks clients:${list}`,
  ];
}

const compareVersions = (a: string, b: string) => a.localeCompare(b, 'en', { numeric: true });

interface Message {
  required?: boolean;
  content?: Record<string, { schema?: Schema }>;
}

/** The direction of a compared value: clients send it or receive it. */
type Direction = 'sent' | 'received';

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
  for (const name of missingKeys(schemas, newSchemas)) changes.add(`the schema ${name} was removed`);
  return [...changes];

  function compareOperations(old: Operation, now: Operation, title: string) {
    if (old.id !== now.id) changes.add(`${title}: is now called ${now.id}`);
    const [oldParameters, newParameters] = [parametersByName(before, old), parametersByName(after, now)];
    for (const name of missingKeys(oldParameters, newParameters))
      changes.add(`${title}: the ${name} was removed`);
    for (const [name, { required, schema }] of Object.entries(newParameters)) {
      const oldParameter = oldParameters[name];
      if (required && !oldParameter?.required) changes.add(`${title}: the ${name} is now required`);
      else if (oldParameter)
        compare('sent', oldParameter.schema as Schema, schema as Schema, `${title}: the ${name}`);
    }
    const { requestBody, responses } = now.definition;
    const direction = old.kind === 'webhook' ? 'received' : 'sent';
    compareMessages(direction, old.definition.requestBody, requestBody, `${title}: the request body`);
    for (const [status, response] of Object.entries(old.definition.responses ?? {}))
      compareMessages('received', response, responses?.[status], `${title}: the response ${status}`);
  }

  function compareMessages(direction: Direction, old: unknown, now: unknown, label: string) {
    const oldMessage = dereference(before.document, old as Message | undefined);
    const newMessage = dereference(after.document, now as Message | undefined);
    if (oldMessage && !newMessage) changes.add(`${label} was removed`);
    else if (newMessage?.required && !oldMessage?.required) changes.add(`${label} is now required`);
    else
      for (const [type, { schema = {} }] of Object.entries(oldMessage?.content ?? {})) {
        const newMedia = newMessage?.content?.[type];
        if (newMedia) compare(direction, schema, newMedia.schema ?? {}, label);
        else changes.add(`${label} as ${type} was removed`);
      }
  }

  function compare(direction: Direction, old: unknown, now: unknown, label: string, above: unknown[] = []) {
    const target = dereference(before.document, old);
    if (!isSchema(old) || !isSchema(now) || above.includes(target)) return;
    const nested = (from: unknown, to: unknown, where: string) =>
      compare(direction, from, to, label + where, [...above, target]);
    const [oldSchema, newSchema] = [mergedSchema(before.document, old), mergedSchema(after.document, now)];
    for (const change of schemaChanges(direction, oldSchema, newSchema)) changes.add(label + change);
    for (const [name, field] of Object.entries(oldSchema.properties ?? {}))
      nested(field, newSchema.properties?.[name], `.${name}`);
    nested(itemsOf(oldSchema), itemsOf(newSchema), '[]');
    nested(oldSchema.additionalProperties, newSchema.additionalProperties, '.*');
    const [oldChoices, newChoices] = [choicesOf(oldSchema), choicesOf(newSchema)];
    if (!oldChoices || !newChoices) return;
    for (const name of missingKeys(oldChoices, newChoices)) changes.add(`${label} is no longer ${name}`);
    if (direction === 'received')
      for (const name of missingKeys(newChoices, oldChoices)) changes.add(`${label} may be ${name} now`);
    for (const [name, choice] of Object.entries(oldChoices)) nested(choice, newChoices[name], ` as ${name}`);
  }
}

/** The platform must still accept what clients send, and must return only what clients already know. */
function schemaChanges(direction: Direction, old: Schema, now: Schema): string[] {
  const isSent = direction === 'sent';
  const [reader, writer] = isSent ? [now, old] : [old, now];
  const [accepted, written] = [typesOf(reader), typesOf(writer)];
  const fits = (type: string) =>
    accepted.includes(type) || (type === 'integer' && accepted.includes('number'));
  if (accepted.length > 0 && (written.length === 0 || !written.every(fits)))
    return [` is ${typeNames(now)} instead of ${typeNames(old)}`];
  const newValues = isSent || !old.enum || 'x-extensible' in old ? [] : (now.enum ?? []);
  const gone = missingKeys(old.properties, now.properties);
  const [required = [], newRequired = []] = [old.required, now.required];
  const isClosed = now.additionalProperties === false && old.additionalProperties !== false;
  return [
    ...(['format', 'pattern', 'const'] as const)
      .filter((key) => reader[key] !== undefined && reader[key] !== writer[key])
      .map((key) => ` has the ${key} ${now[key]} instead of ${old[key]}`),
    ...(['minimum', 'minLength', 'minItems'] as const)
      .filter((key) => (reader[key] ?? -Infinity) > (writer[key] ?? -Infinity))
      .map((key) => ` has the ${key} ${now[key]}`),
    ...(['maximum', 'maxLength', 'maxItems'] as const)
      .filter((key) => (reader[key] ?? Infinity) < (writer[key] ?? Infinity))
      .map((key) => ` has the ${key} ${now[key]}`),
    ...(reader.enum && !writer.enum ? [` has ${now.enum ? 'a' : 'no'} list of values now`] : []),
    ...without(now.enum && old.enum, now.enum).map((value) => ` no longer has the value ${value}`),
    ...without(newValues, old.enum).map((value) => ` has the new value ${value}`),
    ...gone.map((name) => `.${name} was removed`),
    ...(isSent
      ? without(newRequired, required).map((name) => `.${name} is now required`)
      : without(required, [...newRequired, ...gone]).map((name) => `.${name} may be absent now`)),
    ...(isSent && isClosed ? [' now rejects other fields'] : []),
  ];
}

/** The `oneOf` or `anyOf` schemas. The keys are their names or else types. `mergedSchema` has resolved nullable references. */
function choicesOf(schema: Schema): Record<string, unknown> | undefined {
  const choices = (schema.oneOf ?? schema.anyOf) as Schema[] | undefined;
  if (!choices || nonNullSchema(schema)) return undefined;
  return Object.fromEntries(choices.map((choice) => [referenceName(choice) ?? String(choice.type), choice]));
}

function parametersByName({ document }: Contract, { definition }: Operation): Record<string, Parameter> {
  const parameters = (definition.parameters ?? []).map((part) => dereference(document, part as Parameter));
  return Object.fromEntries(
    parameters.map((parameter) => [`${parameter.in} parameter ${parameter.name}`, parameter]),
  );
}

const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null;
const typeNames = (schema: Schema) => typesOf(schema).join(' or ') || 'any type';

const without = <T>(some: readonly T[] = [], others: readonly T[] = []) =>
  some.filter((each) => !others.includes(each));

const missingKeys = (one: object = {}, other: object = {}) => without(Object.keys(one), Object.keys(other));
