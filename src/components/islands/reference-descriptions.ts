/*
 * The descriptions of an OpenAPI document in the interactive reference. Scalar shows the description of a parameter or body,
 * and then that of its schema, which often repeats it. It doesn't show `x-assumption`.
 */

/** An object anywhere in an OpenAPI document. */
type Part = Record<string, unknown>;

interface Assumption {
  id: string;
  reason: string;
}

/** Keys of values that belong to readers' data, which may have a `description` of their own. */
const DATA = new Set(['value', 'example', 'default', 'enum', 'const', 'x-codeSamples', 'x-assumption']);

/**
 * Changes a document: only the outermost description of a value remains, marks follow descriptions with an assumption,
 * the fields of errors are listed once per operation, and apostrophes are typographic, as in the rest of the site.
 *
 * @param assumptions - Path of an entry on the page that lists what is assumed, without the ID.
 */
export function describeOnce(document: object, assumptions: string): void {
  const root = document as Part;
  for (const part of new Set(partsOf(root))) {
    if (isPart(part['responses'])) listOnce(root, part['responses']);
    inlineValues(root, part);
    inlineExamples(root, part);
    takeOverDescriptions(root, part);
  }
  // The same object may now be in several places.
  for (const part of new Set(partsOf(root))) {
    for (const key of ['description', 'summary'])
      if (typeof part[key] === 'string') part[key] = typographic(part[key]);
    describeValues(part);
    if (typeof part['description'] !== 'string') continue;
    part['description'] += assumptionsOf(part)
      .map(({ id, reason }) => ` [Assumed](${assumptions}${id} "${reason.replaceAll('"', "'")}")`)
      .join('');
  }
}

/** An object and all objects in it that aren't data. */
function* partsOf(part: Part): Generator<Part> {
  yield part;
  for (const [key, value] of Object.entries(part)) if (isPart(value) && !DATA.has(key)) yield* partsOf(value);
}

const isPart = (value: unknown): value is Part => typeof value === 'object' && value !== null;

const partsIn = (value: unknown) => (isPart(value) ? Object.entries(value) : []) as [string, Part][];

/** Removes the schema of a response that is the same as that of an earlier one, as those of errors are. */
function listOnce(document: Part, responses: Part) {
  const first = new Map<unknown, string>();
  for (const [status, reference] of partsIn(responses)) {
    const response = resolved(document, reference);
    for (const [type, media] of partsIn(response['content'])) {
      const name = (media['schema'] as Part | undefined)?.['$ref'];
      if (name === undefined) continue;
      const earlier = first.get(name);
      if (earlier === undefined) {
        first.set(name, status);
        continue;
      }
      responses[status] = {
        ...response,
        description: `${String(response['description'])} The body has the same fields as that of ${earlier}.`,
        content: { [type]: without(media, 'schema') },
      };
    }
  }
}

/** Replaces references to strings and numbers, so that a field shows its type instead of the schema's name. */
function inlineValues(document: Part, { properties }: Part) {
  for (const [name, property] of partsIn(properties)) {
    const schema = resolved(document, property);
    if (['string', 'number', 'integer', 'boolean'].includes(String(schema['type'])))
      (properties as Part)[name] = { ...schema, ...without(property, '$ref') };
  }
}

/** Replaces references to examples, because Scalar lists a reference by its name in the document. */
function inlineExamples(document: Part, { examples }: Part) {
  for (const [name, example] of partsIn(examples)) (examples as Part)[name] = resolved(document, example);
}

/** Our descriptions of numbers start with their names, so Scalar needn't show the names too. */
function describeValues(part: Part) {
  const meanings = part['x-enumDescriptions'];
  if (!isPart(meanings)) return;
  delete part['x-enum-varnames'];
  for (const [value, meaning] of Object.entries(meanings)) meanings[value] = typographic(String(meaning));
}

/** Removes the description of its schema from a parameter or body that has its own, and keeps what the schema assumes. */
function takeOverDescriptions(document: Part, part: Part) {
  if (typeof part['description'] !== 'string') return;
  const holders = [part, ...partsIn(part['content']).map(([, media]) => media)];
  for (const holder of holders) {
    if (!isPart(holder['schema'])) continue;
    const assumed = assumptionsOf(part);
    holder['schema'] = withoutDescription(document, holder['schema'], assumed);
    part['x-assumption'] = assumed;
  }
}

/** A schema without its description. Moves what it and its items assume to the list. */
function withoutDescription(document: Part, schema: Part, assumed: Assumption[]): Part {
  const title = String(schema['$ref'] ?? '')
    .split('/')
    .at(-1);
  const rest = without(resolved(document, schema), 'description');
  const items = isPart(rest['items']) ? resolved(document, rest['items']) : {};
  assumed.push(...assumptionsOf(rest), ...assumptionsOf(items));
  return { ...rest, ...(title && rest['type'] === 'object' && { title }) };
}

/** A copy of an object without one of its keys. */
const without = (part: Part, key: string): Part =>
  Object.fromEntries(Object.entries(part).filter(([each]) => each !== key));

function resolved(document: Part, part: Part): Part {
  const reference = part['$ref'];
  if (typeof reference !== 'string') return part;
  const keys = reference.slice(2).split('/');
  return keys.reduce((place, key) => place[key] as Part, document);
}

function assumptionsOf(part: Part): Assumption[] {
  const own = part['x-assumption'];
  return own === undefined ? [] : ([own].flat() as Assumption[]);
}

/** Replaces straight apostrophes outside of code: between letters, and after a plural. */
const typographic = (markdown: string) =>
  markdown
    .split(/(`[^`]*`)/)
    .map((text, index) =>
      index % 2 === 0 ? text.replaceAll(/(?<=\p{L})'(?=\p{L})|(?<=s)'(?=\s)/gu, '’') : text,
    )
    .join('');
