import { apis } from '../config/apis.ts';
import { slug } from 'github-slugger';
import { errorUrl } from './error-catalogue.ts';
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

/** The fragment of an operation in the interactive reference. */
export function interactiveFragment({ definition, id, kind }: Operation): string {
  const tag = slug(definition.tags?.[0] ?? '');
  return kind === 'webhook' ? `tag/${tag}/webhook/${id}` : `tag/${tag}/${id}`;
}

/** The URL of an operation in the interactive reference of its API. */
function interactiveAddress(operation: Operation): string {
  const page = apis.find(({ name }) => name === operation.api)?.page ?? '';
  return `/${page}/#${interactiveFragment(operation)}`;
}

/**
 * The document that the static reference is rendered from: the contract with samples in every language and with links
 * to the interactive reference and the error catalogue. Descriptions of tags are left out, because starlight-openapi
 * would give each described tag a page.
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
  // The platform sends webhooks, so there is no request to show samples of.
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

/** An operation's parameters, each with one description: its own or, if it has none, that of its schema. */
function describedOnce({ definition }: Operation, document: OpenApiDocument): Parameter[] {
  return (definition.parameters ?? []).map((each) => {
    const parameter = dereference<Parameter>(document, each as Parameter);
    if (!parameter.description || !parameter.schema) return parameter;
    const schema = Object.entries(dereference<Schema>(document, parameter.schema as Schema));
    return { ...parameter, schema: Object.fromEntries(schema.filter(([key]) => key !== 'description')) };
  });
}

/** An operation's responses, with a link from each error to what a reader can do about it. */
function withErrorLinks(operation: Operation, document: OpenApiDocument) {
  return Object.fromEntries(
    Object.entries(operation.definition.responses ?? {}).map(([status, response]) => {
      const url = errorUrl(operation, status);
      if (!url) return [status, response];
      const documented = dereference(document, response as { description: string });
      return [status, { ...documented, description: `${documented.description} [What to do](${url})` }];
    }),
  );
}
