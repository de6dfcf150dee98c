import { apis } from '../config/apis.ts';
import { slug } from 'github-slugger';
import { errorUrl } from './error-catalogue.ts';
import { baseUrlLine, markersOf, withMarkers } from './assumptions/markers.ts';
import { describeContract } from './index.ts';
import { dereference } from './lookup.ts';
import {
  httpMethods,
  type Contract,
  type OpenApiDocument,
  type Operation,
  type Parameter,
  type Schema,
} from './model.ts';
import { samplesOf } from './samples/index.ts';

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
 * The document that the static reference is rendered from: the contract with samples in every language, with links to
 * the interactive reference and the error catalogue, and with a marker at everything that is assumed.
 *
 * Pages show the base URL and the authorization in their text: starlight-openapi would show the URL behind a button,
 * where nobody reads that it is a placeholder, and both together cost 0.6 kB (brotli) more. Descriptions of tags are left out, because starlight-openapi would give each described tag a page.
 */
export function referenceDocument({ name, document: published }: Contract): OpenApiDocument {
  const { document, operations } = describeContract(name, withMarkers(published));
  const baseUrl = baseUrlLine(published);
  const byId = new Map(operations.map((operation) => [operation.id, operation]));
  const complete = (items: OpenApiDocument['paths']) =>
    Object.fromEntries(
      Object.entries(items ?? {}).map(([path, item]) => {
        const completed = httpMethods.flatMap((method) => {
          const operation = byId.get(item?.[method]?.operationId ?? '');
          return operation ? [[method, completeOperation(operation, document, baseUrl)]] : [];
        });
        return [path, { ...item, ...Object.fromEntries(completed) }];
      }),
    );
  return {
    ...document,
    info: { ...document.info, description: document.info.description + baseUrl },
    servers: [],
    security: [],
    tags: document.tags?.map(({ name }) => ({ name })) ?? [],
    paths: complete(document.paths),
    ...(document.webhooks && { webhooks: complete(document.webhooks as OpenApiDocument['paths']) }),
  } as OpenApiDocument;
}

function completeOperation(operation: Operation, document: OpenApiDocument, baseUrl: string) {
  const externalDocs = {
    url: interactiveAddress(operation),
    description: 'Open in the interactive reference',
  };
  // The platform sends webhooks, so there is no request to show samples of.
  if (operation.kind === 'webhook') return { ...operation.definition, externalDocs };
  return {
    ...operation.definition,
    description: operation.description + baseUrl + authorizationLine(operation, document),
    security: [],
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

/** The schemes that an operation needs, as a line of Markdown with links to the API's overview. */
function authorizationLine({ api, definition }: Operation, document: OpenApiDocument): string {
  const schemes = (definition.security ?? document.security ?? []).flatMap((each) => Object.entries(each));
  const links = schemes.map(([name, scopes]) => {
    const scope = scopes.map((each) => ` \`${each}\``).join(',');
    return `[${name}](/api/${api}/#${slug(name)})${scope && `, scope${scope}`}`;
  });
  return links.length > 0 ? `\n\nAuthorization: ${links.join(' or ')}` : '';
}

/** An operation's parameters, each with one description: its own or, if it has none, that of its schema. */
function describedOnce({ definition }: Operation, document: OpenApiDocument): Parameter[] {
  return (definition.parameters ?? []).map((each) => {
    const parameter = dereference<Parameter>(document, each as Parameter);
    if (!parameter.description || !parameter.schema) return parameter;
    const schema = dereference<Schema>(document, parameter.schema as Schema);
    const others = Object.entries(schema).filter(([key]) => key !== 'description');
    return {
      ...parameter,
      description: parameter.description + markersOf(schema),
      schema: Object.fromEntries(others),
    };
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
