import { slug } from 'github-slugger';
import type { Term, Terms } from '../../client/search/terms.ts';
import { fieldsOf, fieldsOfBody, parameterFields, type Field } from '../../contract/fields.ts';
import { contracts } from '../../contract/index.ts';
import { bodiesOf, dereference, parametersOf } from '../../contract/lookup.ts';
import type { Contract, Operation, Schema } from '../../contract/model.ts';

/** A page with the anchors on it. */
interface AnchoredPage {
  path: string;
  ids: ReadonlySet<string>;
}

/** Pages that mention many objects and explain none. */
const LISTS = new Set(['/what-is-assumed/', '/markdown-page/']);

/**
 * The names of the contracts with the parts of pages that explain them, the best part first: what is sent, then the
 * objects that guides list, then what else is returned.
 *
 * @param built - All pages, by the path of their URL, which starts with the base path.
 */
export function searchTerms(
  built: readonly { url: string; ids: ReadonlySet<string> }[],
  base: string,
): Terms {
  const pages = built.map(({ url, ids }) => ({ path: url.slice(base.length), ids }));
  const guides = pages.filter(({ path }) => !path.startsWith('/api/') && !LISTS.has(path));
  const byPath = new Map(pages.map((page) => [page.path, page]));
  const all = contracts();
  const operations = all
    .flatMap((each) => each.operations)
    .toSorted((one, other) => Number(one.deprecated) - Number(other.deprecated));
  const requests = operations.flatMap((operation) => termsOf(operation, 'request'));
  // A single object is a better place than a list, and an object itself than one that contains it.
  const responses = operations
    .toSorted((one, other) => Number(other.path.endsWith('}')) - Number(one.path.endsWith('}')))
    .flatMap((operation) => termsOf(operation, 'response'))
    .toSorted((one, other) => depthOf(one) - depthOf(other));
  const found = [...requests, ...all.flatMap((each) => objectTerms(each, guides)), ...responses];
  const terms = found.filter(({ href }) => {
    const [path = '', id = ''] = href.split('#');
    return id === '' || byPath.get(path)?.ids.has(id);
  });
  const calls = operations.filter(({ kind }) => kind === 'operation').map(callOf);
  return { terms: withoutRepeats(terms), calls };
}

const depthOf = ({ href }: Term) => href.split('.').length;

const callOf = ({ method, path }: Operation) => `${method.toUpperCase()} ${path}`;

/** The fields and values of a request or of the successful responses of an operation. */
function termsOf(operation: Operation, part: 'request' | 'response'): Term[] {
  const { document } = contractOf(operation);
  const bodies = bodiesOf(operation);
  const of = operation.summary;
  const page = `/${operation.slug}/#`;
  if (part === 'response') {
    const successes = [...bodies].filter(([status]) => status.startsWith('2')).map(([, body]) => body);
    return successes.flatMap((body) => fieldTerms(fieldsOfBody(document, body), of, `${page}response.`));
  }
  const body = bodies.get('request');
  return [
    ...fieldTerms(parameterFields(document, parametersOf(operation)), of, page),
    ...fieldTerms(body ? fieldsOfBody(document, body) : [], of, page),
  ];
}

const contractOf = ({ api }: Operation) => contracts().find(({ name }) => name === api)!;

/** The objects of a contract and their fields, on the guide that shows most of each. */
function objectTerms({ document }: Contract, guides: readonly AnchoredPage[]): Term[] {
  return Object.entries(document.components?.schemas ?? {}).flatMap(([name, reference]) => {
    const schema = dereference<Schema>(document, reference as Schema);
    const count = ({ ids }: AnchoredPage) => [...ids].filter((id) => id.startsWith(`${name}.`)).length;
    const hasHeading = ({ ids }: AnchoredPage) => ids.has(slug(name));
    const [guide] = guides
      .filter((page) => count(page) > 0)
      .sort((a, b) => count(b) - count(a) || Number(hasHeading(b)) - Number(hasHeading(a)));
    if (!guide) return [];
    const fields = fieldsOf(document, schema, '', [name]);
    const id = hasHeading(guide) ? slug(name) : `${name}.${fields[0]!.path}`;
    const object = { kind: 'object', names: [name], of: name, href: `${guide.path}#${id}` } as const;
    return [
      { ...object, description: summaryOf(schema.description ?? '') },
      ...fieldTerms(fields, name, `${guide.path}#${name}.`),
    ];
  });
}

function fieldTerms(fields: readonly Field[], of: string, start: string): Term[] {
  return fields.flatMap((field) => [
    {
      kind: 'field',
      names: [field.name],
      of,
      href: start + field.path,
      description: summaryOf(field.description),
    },
    ...field.values.map(({ value, name, meaning }) => ({
      kind: 'value' as const,
      names: name ? [value, name] : [value],
      of: `${field.name}, ${of}`,
      href: `${start}${field.path}.${value.replaceAll(' ', '-')}`,
      description: summaryOf(meaning ?? ''),
    })),
    ...fieldTerms(field.fields, of, start),
  ]);
}

/** The first sentence of a description, without Markdown. */
function summaryOf(description: string): string {
  const text = description.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll(/[`*]/g, '');
  return (text.split(/(?<=[.:])\s/)[0] ?? '').replace(/:$/, '.');
}

/** Lists every part once, and what is returned only if nothing before it explains the name. */
function withoutRepeats(terms: readonly Term[]): Term[] {
  const parts = new Set<string>();
  const explained = new Set<string>();
  return terms.filter(({ kind, names, href }) => {
    const key = [kind, ...names].join(' ');
    const isLesser = (kind === 'value' || href.includes('#response.')) && explained.has(key);
    if (isLesser || parts.has(href)) return false;
    parts.add(href);
    explained.add(key);
    return true;
  });
}
