import { scalarLanguages } from '../config/samples.ts';
import { assumptionsAt, entryPath, ownAssumptions, type Assumption } from './assumptions/index.ts';
import { bodiesOf } from './lookup.ts';
import type { Contract, OpenApiDocument, Operation } from './model.ts';
import { factsOf } from './operation-facts.ts';
import { samplesOf } from './samples/index.ts';
import { pagePath } from '../shared/page-path.ts';

/** An object anywhere in an OpenAPI document. */
type Part = Record<string, unknown>;

/** Keys of values that belong to readers' data, which may have a `description` of their own. */
const DATA = new Set(['value', 'example', 'default', 'enum', 'const', 'x-assumption']);

/** Keys of Markdown. */
const TEXTS = new Set(['summary', 'description', 'x-enumDescriptions']);

/**
 * Returns the document that Scalar shows: the published one with our samples, links to the static reference, the scopes
 * of each operation, and marks for what is assumed.
 *
 * @param link - Adds the base path to the path of a page.
 */
export function scalarDocument({ document, operations }: Contract, link: (path: string) => string): Part {
  const additions = new Map<object, Part>(
    operations.map((operation) => [operation.definition, additionsTo(operation, link)]),
  );
  // Shows the reason while the pointer is over it.
  const markOf = ({ id, reason }: Assumption) =>
    `[Assumed](${link(entryPath({ id }))} "${reason.replaceAll('"', "'")}")`;
  const shown = (part: unknown, key = ''): unknown => {
    if (typeof part === 'string') return TEXTS.has(key) ? typographic(part) : part;
    if (Array.isArray(part)) return part.map((each) => shown(each));
    if (typeof part !== 'object' || part === null) return part;
    const simple = simpleSchema(document, part);
    if (simple) return { ...(shown(simple) as Part), ...part, $ref: undefined };
    const copy: Part = {};
    for (const [name, value] of Object.entries({ ...part, ...additions.get(part) })) {
      const isData = DATA.has(name) && key !== 'properties';
      copy[name] = isData ? value : shown(value, key === 'x-enumDescriptions' ? key : name);
    }
    // Scalar would show the description of a parameter, and then that of its schema.
    if ('in' in part) delete (copy['schema'] as Part | undefined)?.['description'];
    const marks = ('in' in part ? assumptionsAt(document, part) : ownAssumptions(part)).map(markOf);
    if (marks.length > 0) copy['description'] = [copy['description'], ...marks].filter(Boolean).join(' ');
    return copy;
  };
  return shown(document) as Part;
}

/** The string, number, or boolean that a reference leads to. In its place, a field shows its type instead of a name. */
function simpleSchema(document: OpenApiDocument, { $ref }: { $ref?: unknown }): Part | undefined {
  const name = /^#\/components\/schemas\/([^/]+)$/.exec(String($ref))?.[1];
  const schema = name === undefined ? undefined : (document.components?.schemas?.[name] as Part | undefined);
  return ['string', 'number', 'integer', 'boolean'].includes(String(schema?.['type'])) ? schema : undefined;
}

function additionsTo(operation: Operation, link: (path: string) => string): Part {
  const { scopes = [] } = factsOf(operation);
  const scopeLine =
    scopes.length > 0 ? `\n\nOAuth scopes: ${scopes.map((scope) => `\`${scope}\``).join(', ')}` : '';
  return {
    description: operation.description + scopeLine,
    externalDocs: { url: link(pagePath(operation.slug)), description: 'Open the page of this operation' },
    ...(operation.kind === 'operation' && { 'x-codeSamples': codeSamples(operation) }),
  };
}

/** The samples of each request example, with the language's ID in Scalar. */
function codeSamples(operation: Operation) {
  const examples = bodiesOf(operation)
    .get('request')
    ?.examples.map(({ name }) => name) ?? [undefined];
  return examples.flatMap((example) =>
    samplesOf(operation, example).map(({ label, language, code }) => ({
      lang: scalarLanguages[language as keyof typeof scalarLanguages],
      label,
      source: code,
      example,
    })),
  );
}

/** Replaces straight apostrophes outside of code: between letters, and after a plural. */
const typographic = (markdown: string) =>
  markdown
    .split(/(`[^`]*`)/)
    .map((text, index) =>
      index % 2 === 0 ? text.replaceAll(/(?<=\p{L})'(?=\p{L})|(?<=s)'(?=\s)/gu, '’') : text,
    )
    .join('');
