import { apis } from '../config/apis.ts';
import { slug } from 'github-slugger';
import { errorAddress } from './error-catalogue.ts';
import { dereference } from './lookup.ts';
import {
  httpMethods,
  type Contract,
  type OpenApiDocument,
  type Operation,
  type Parameter,
  type Schema,
} from './model.ts';
import { samplesOf } from './samples.ts';

/** Name of an operation within the interactive reference, and the fragment that leads there. */
export function interactiveFragment({ definition, id, kind }: Operation): string {
  const tag = slug(definition.tags?.[0] ?? '');
  return kind === 'webhook' ? `tag/${tag}/webhook/${id}` : `tag/${tag}/${id}`;
}

/** Address of an operation in the interactive reference of its API. */
function interactiveAddress(operation: Operation): string {
  const page = apis.find(({ name }) => name === operation.api)?.page ?? '';
  return `/${page}/#${interactiveFragment(operation)}`;
}

/**
 * A contract as the static reference is drawn from it: with samples in every language, and the ways to the
 * interactive reference and to the error catalogue. Tags lose their descriptions, since a described tag would
 * get a page of its own; schemas of parameters lose theirs, since each parameter says more.
 */
export function referenceDocument({ document, operations }: Contract): OpenApiDocument {
  const byId = new Map(operations.map((operation) => [operation.id, operation]));
  const complete = (items: OpenApiDocument['paths']) =>
    Object.fromEntries(
      Object.entries(items ?? {}).map(([path, item]) => {
        const completed = httpMethods.flatMap((method) => {
          const operation = byId.get(item?.[method]?.operationId ?? '');
          return operation ? [[method, completeOperation(operation, document)]] : [];
        });
        return [path, { ...item, ...Object.fromEntries(completed) }];
      }),
    );
  return {
    ...document,
    tags: document.tags?.map(({ name }) => ({ name })) ?? [],
    paths: complete(document.paths),
    ...(document.webhooks && { webhooks: complete(document.webhooks as OpenApiDocument['paths']) }),
  } as OpenApiDocument;
}

function completeOperation(operation: Operation, document: OpenApiDocument) {
  const externalDocs = {
    url: interactiveAddress(operation),
    description: 'Open in the interactive reference',
  };
  // The platform sends a webhook: there is no request to show in a language.
  if (operation.kind === 'webhook') return { ...operation.definition, externalDocs };
  return {
    ...operation.definition,
    externalDocs,
    ...(operation.definition.parameters && { parameters: describedOnce(operation, document) }),
    responses: withErrorLinks(operation, document),
    'x-codeSamples': samplesOf(operation).map(({ label, language, code }) => ({
      label,
      lang: language,
      source: code,
    })),
  };
}

/** The parameters of an operation, each with one description: its own, or that of its schema where it has none. */
function describedOnce({ definition }: Operation, document: OpenApiDocument): Parameter[] {
  return (definition.parameters ?? []).map((each) => {
    const parameter = dereference<Parameter>(document, each as Parameter);
    if (!parameter.description || !parameter.schema) return parameter;
    const schema = Object.entries(dereference<Schema>(document, parameter.schema as Schema));
    return { ...parameter, schema: Object.fromEntries(schema.filter(([key]) => key !== 'description')) };
  });
}

/** The answers of an operation, where each error leads to what a reader can do about it. */
function withErrorLinks(operation: Operation, document: OpenApiDocument) {
  return Object.fromEntries(
    Object.entries(operation.definition.responses ?? {}).map(([status, response]) => {
      const address = errorAddress(operation, status);
      if (!address) return [status, response];
      const answer = dereference(document, response as { description: string });
      return [status, { ...answer, description: `${answer.description} [What to do](${address})` }];
    }),
  );
}
