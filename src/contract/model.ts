import type { OperationId } from 'contract:names';
import { slug } from 'github-slugger';
import type { OpenAPIV3_1 } from 'openapi-types';
import type { Api, ApiName } from '../config/apis.ts';

/** A bundled OpenAPI 3.1 document: every `$ref` refers to its own components. */
export type OpenApiDocument = OpenAPIV3_1.Document;

/** A schema in a bundled document. */
export type Schema = OpenAPIV3_1.SchemaObject;
/** A parameter in a bundled document. */
export type Parameter = OpenAPIV3_1.ParameterObject;

/** The methods that contracts may use, in the order in which pages list them. */
export const httpMethods = ['get', 'put', 'post', 'delete', 'patch'] as const;

/** An operation of an API, or a webhook that it sends. */
export interface Operation {
  api: ApiName;
  /** `operationId`, unique across all ten APIs. */
  id: OperationId;
  kind: 'operation' | 'webhook';
  method: (typeof httpMethods)[number];
  /** The path below the server's URL, or the name of the webhook. */
  path: string;
  summary: string;
  description: string;
  deprecated: boolean;
  /** The slug of the operation's page in the static reference. */
  slug: string;
  definition: OpenAPIV3_1.OperationObject;
}

/** A request's method and path, as pages show them. */
export const callOf = ({ method, path }: Pick<Operation, 'method' | 'path'>) =>
  `${method.toUpperCase()} ${path}`;

/** The target of a request, as pages show it. */
export const targetOf = ({ kind, path }: Operation) => (kind === 'webhook' ? 'your webhook URL' : path);

/** An operation's fragment on its interactive page, as Scalar builds it. */
export function interactiveFragment({ definition, id, kind }: Operation): string {
  const tag = slug(definition.tags?.[0] ?? '');
  return kind === 'webhook' ? `tag/${tag}/webhook/${id}` : `tag/${tag}/${id}`;
}

/** The name of the event that a webhook announces, such as `Transactions Fetched`. */
export const eventOf = ({ definition, summary }: Operation) =>
  (definition as { 'x-event'?: string })['x-event'] ?? summary;

/** An API with its operations, in the contract's order. */
export interface Contract extends Api {
  name: ApiName;
  title: string;
  summary: string;
  description: string;
  version: string;
  /** True if every operation is deprecated. */
  deprecated: boolean;
  /** The slug of the API's overview in the static reference. */
  slug: string;
  server: string;
  serverDescription: string;
  operations: Operation[];
  document: OpenApiDocument;
}
