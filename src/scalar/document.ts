import { scalarLanguage } from '../config/samples.ts';
import { assumptionsAt, directAssumptions, entryPath, type Assumption } from '../contract/assumptions.ts';
import { constraintsOf, enumValues, type AnySchema } from '../contract/fields.ts';
import { bodiesOf, dereference } from '../contract/lookup.ts';
import type { Contract, Operation } from '../contract/model.ts';
import { factsOf } from '../contract/operation-facts.ts';
import { samplesOf } from '../contract/samples/index.ts';
import { curlApostrophes } from '../shared/apostrophes.ts';
import { pagePath } from '../shared/page-path.ts';

type JsonObject = Record<string, unknown>;

const NO_LIMITS = Object.fromEntries(
  'default pattern minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength const'
    .split(' ')
    .map((key) => [key, undefined]),
);

const SIMPLE_TYPES = ['string', 'number', 'integer', 'boolean'];

/** The document that Scalar shows, as JSON. `link` adds the base path to the path of a page. */
export function scalarDocument({ document, operations }: Contract, link: (path: string) => string): string {
  const additions = new Map<unknown, JsonObject>(
    operations.map((operation) => [operation.definition, additionsTo(operation, link)]),
  );
  /** One mark for all assumptions about a place. The link's title shows the reasons while the pointer is over it. */
  const markOf = ([first, ...others]: readonly Assumption[]) => {
    if (!first) return undefined;
    const reasons = [first, ...others].map(({ reason }) => reason.replaceAll('"', "'")).join(' ');
    return `[Assumed](${link(entryPath(first))} "${reasons}")`;
  };
  return JSON.stringify(document, (name, value: unknown) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    if (name === 'examples' && value !== document.components?.examples) return withTitles(document, value);
    const target = dereference<JsonObject>(document, value as JsonObject);
    // Replace a reference to a simple type with the type, so that Scalar doesn't show the schema's name.
    const isSimple = SIMPLE_TYPES.includes(String(target['type']));
    const { before, after, ...added } = additions.get(value) ?? {};
    const part: JsonObject = {
      ...(isSimple && target),
      ...value,
      ...(isSimple && { $ref: undefined }),
      ...added,
    };
    const isParameter = 'in' in value;
    const valueAssumptions =
      isSimple || isParameter ? assumptionsAt(document, value) : directAssumptions(value);
    const { description } = part;
    // Skip descriptions of bodies and array schemas: they repeat the text above. `description` can also be a property's name.
    const isList = name === 'schema' && part['type'] === 'array';
    const repeats = name === 'requestBody' || isList;
    const ownText = typeof description === 'string' && !repeats ? description : undefined;
    const schema = isParameter ? dereference<JsonObject>(document, part['schema'] as JsonObject) : part;
    const limits = isSimple || isParameter ? limitsOf(schema) : [];
    const mark = isList ? undefined : markOf([...valueAssumptions, ...listAssumptions(value)]);
    const text = curlApostrophes([ownText, mark].filter(Boolean).join(' '));
    if (typeof description !== 'object')
      part['description'] =
        [before, text, limits.join('\u2003'), after].filter(Boolean).join('\n\n') || undefined;
    if ('x-enum-varnames' in part)
      part['x-enumDescriptions'] = Object.fromEntries(
        enumValues(part as AnySchema).map(({ value, meaning }) => [value, curlApostrophes(meaning ?? '')]),
      );
    // Otherwise, Scalar would show the schema's description after the parameter's own.
    if (isParameter) part['schema'] = { ...schema, ...NO_LIMITS, description: undefined };
    return isSimple ? { ...part, ...NO_LIMITS } : part;
  });
}

/** The assumptions about the list that a response returns. The response's description shows them. */
function listAssumptions({ content }: { content?: Record<string, { schema?: JsonObject }> }): Assumption[] {
  const schemas = Object.values(content ?? {}).map(({ schema }) => schema);
  return schemas.filter((schema) => schema?.['type'] === 'array').flatMap(directAssumptions);
}

/** The default and the limits in words, as in the static reference. Scalar would hide some of them behind a button. */
function limitsOf(schema: JsonObject): string[] {
  const value = schema['default'];
  const limits = [...(value === undefined ? [] : [`default \`${String(value)}\``]), ...constraintsOf(schema)];
  return limits.map((limit) => `${limit.charAt(0).toUpperCase()}${limit.slice(1)}`);
}

function additionsTo(operation: Operation, link: (path: string) => string): JsonObject {
  const { scopes, replacement } = factsOf(operation);
  const scopeLine = scopes?.length
    ? `OAuth scopes: ${scopes.map((scope) => `\`${scope}\``).join(', ')}`
    : undefined;
  const page = `[Open the page of this operation](${link(pagePath(operation.slug))})`;
  return {
    // Scalar's red badge and struck title would say less.
    ...(replacement && {
      deprecated: undefined,
      before: `Deprecated. Use [${replacement.summary}](${link(pagePath(replacement.slug))}).`,
    }),
    after: [scopeLine, page].filter(Boolean).join('\n\n'),
    ...(operation.kind === 'operation' && { 'x-codeSamples': codeSamples(operation) }),
  };
}

/** Names examples by their summaries, because Scalar shows the names. */
function withTitles(document: Contract['document'], examples: object): JsonObject {
  return Object.fromEntries(
    Object.entries(examples).map(([name, reference]: [string, JsonObject]) => {
      const example = dereference<JsonObject>(document, reference);
      const title = curlApostrophes(String(example['summary'] ?? name));
      return [title, { ...example, summary: title }];
    }),
  );
}

/** The samples for each request example, each with its language's ID in Scalar. */
function codeSamples(operation: Operation) {
  const request = bodiesOf(operation).get('request');
  return (request?.examples ?? [undefined]).flatMap((example) =>
    samplesOf(operation, example?.name).map(({ label, language, code }) => ({
      lang: scalarLanguage(language),
      label,
      source: code,
      example: example && curlApostrophes(example.summary),
    })),
  );
}
