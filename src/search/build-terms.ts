import { slug } from 'github-slugger';
import { fromHtml } from 'hast-util-from-html';
import { selectAll } from 'hast-util-select';
import { toString } from 'hast-util-to-string';
import type { Term, Vocabulary } from './find.ts';
import { symptomsPage } from './settings.ts';
import { writersPages } from '../config/sidebars.ts';
import { assumptionsPage } from '../contract/assumptions.ts';
import { fieldsOf, fieldsOfBody, parameterFields, valueAnchor, type Field } from '../contract/fields.ts';
import { contract, contracts } from '../contract/index.ts';
import { bodiesOf, dereference, parametersOf } from '../contract/lookup.ts';
import { callOf, type Contract, type Operation, type Schema } from '../contract/model.ts';
import { firstSentence } from '../shared/first-sentence.ts';
import { pagePath } from '../shared/page-path.ts';
import type { BuiltPage } from '../shared/read-page.ts';

/** Pages that mention many objects but explain none. */
const listPages = new Set([assumptionsPage, ...writersPages.map(pagePath)]);

/** The contract names, best explanation first: request fields, then objects in guides, then other response fields. */
export function buildTerms(pages: readonly BuiltPage[], base: string): Vocabulary {
  const anchors = new Map(pages.map(({ url, ids }) => [url.slice(base.length), ids]));
  const operations = contracts()
    .flatMap((api) => api.operations)
    .toSorted((one, other) => Number(one.deprecated) - Number(other.deprecated));
  const responses = operations
    .filter(({ deprecated }) => !deprecated)
    // Prefer a response with a single object to a list, and the object itself to an object that contains it.
    .toSorted((one, other) => Number(other.path.endsWith('}')) - Number(one.path.endsWith('}')))
    .flatMap(responseTerms)
    .toSorted((one, other) => one.href.split('.').length - other.href.split('.').length);
  const candidates = [
    ...operations.flatMap(requestTerms),
    ...contracts().flatMap((api) => objectTerms(api, anchors)),
    ...responses,
  ];
  const explained = new Set<string>();
  const terms = candidates.filter(({ kind, names, href }) => {
    const [path = '', id = ''] = href.split('#');
    const key = [kind, ...names].join(' ');
    const isLesser = (kind === 'value' || id.startsWith('response.')) && explained.has(key);
    if (isLesser || explained.has(href) || !anchors.get(path)?.has(id)) return false;
    explained.add(href).add(key);
    return true;
  });
  const calls = operations
    .filter(({ kind }) => kind === 'operation')
    .map(callOf)
    .toSorted((one, other) => other.split('/').length - one.split('/').length);
  const symptoms = pages.find(({ url }) => url === base + symptomsPage);
  return { terms: [...terms, ...symptomTerms(symptoms?.main ?? '')], calls };
}

/** The symptoms with their error messages. A heading's first paragraph lists them if it contains nothing else. */
function symptomTerms(main: string): Term[] {
  const terms: { names: string[]; href: string; description: string }[] = [];
  for (const element of selectAll('h3, p', fromHtml(main, { fragment: true }))) {
    const text = toString(element).trim();
    if (element.tagName === 'h3')
      terms.push({
        names: [text],
        href: `${symptomsPage}#${String(element.properties['id'])}`,
        description: '',
      });
    const symptom = terms.at(-1);
    if (element.tagName === 'h3' || !symptom || symptom.description) continue;
    const messages = selectAll('code', element).map((code) => toString(code));
    if (text === messages.join(', ')) symptom.names.push(...messages);
    else symptom.description = text;
  }
  return terms.map((symptom) => ({ kind: 'symptom', of: '', ...symptom }));
}

function requestTerms(operation: Operation): Term[] {
  const { document } = contract(operation.api);
  const body = bodiesOf(operation).get('request');
  const parameters = parameterFields(document, parametersOf(operation));
  const fields = body ? fieldsOfBody(document, body) : [];
  return [
    ...fieldTerms(parameters, operation.summary, `/${operation.slug}/#`, 'parameter'),
    ...fieldTerms(fields, operation.summary, `/${operation.slug}/#`),
  ];
}

function responseTerms(operation: Operation): Term[] {
  const { document } = contract(operation.api);
  return [...bodiesOf(operation)]
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([, body]) =>
      fieldTerms(fieldsOfBody(document, body), operation.summary, `/${operation.slug}/#response.`),
    );
}

/** A contract's objects and fields, each with a link to the guide that shows the most fields of the object. */
function objectTerms({ document }: Contract, anchors: ReadonlyMap<string, ReadonlySet<string>>): Term[] {
  const guides = [...anchors].filter(([path]) => !path.startsWith('/api/') && !listPages.has(path));
  return Object.entries(document.components?.schemas ?? {}).flatMap(([name, reference]) => {
    const schema = dereference<Schema>(document, reference as Schema);
    const fields = fieldsOf(document, schema, '', [name]);
    const rankedGuides = guides.map(([path, ids]) => {
      const count = [...ids].filter((id) => id.startsWith(`${name}.`)).length;
      return { path, count, hasHeading: ids.has(slug(name)) };
    });
    rankedGuides.sort((a, b) => b.count - a.count || Number(b.hasHeading) - Number(a.hasHeading));
    const [guide] = rankedGuides;
    if (!guide || guide.count === 0) return [];
    const id = guide.hasHeading ? slug(name) : `${name}.${fields[0]!.path}`;
    const description = summaryOf(schema.description);
    return [
      { kind: 'object', names: [name], of: name, href: `${guide.path}#${id}`, description },
      ...fieldTerms(fields, name, `${guide.path}#${name}.`),
    ];
  });
}

function fieldTerms(
  fields: readonly Field[],
  of: string,
  hrefStart: string,
  kind: 'field' | 'parameter' = 'field',
): Term[] {
  return fields.flatMap((field) => {
    const { name, path, values } = field;
    return [
      { kind, names: [name], of, href: hrefStart + path, description: summaryOf(field.description) },
      ...values.map((enumValue) => ({
        kind: 'value' as const,
        names: enumValue.name ? [enumValue.value, enumValue.name] : [enumValue.value],
        of: `${name}, ${of}`,
        href: hrefStart + valueAnchor(path, enumValue.value),
        description: summaryOf(enumValue.meaning),
      })),
      ...fieldTerms(field.fields, of, hrefStart),
    ];
  });
}

/** The start of a description, without the list of values that may follow a colon. */
function summaryOf(description = ''): string {
  const [summary = '', list] = firstSentence(description).split(': ');
  return list === undefined ? summary : `${summary}.`;
}
