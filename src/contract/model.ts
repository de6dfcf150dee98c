import type { OpenAPIV3_1 } from 'openapi-types';
import type { ApiName } from '../config/apis.ts';

/** A bundled OpenAPI 3.1 document: every `$ref` leads into its own components. */
export type OpenApiDocument = OpenAPIV3_1.Document;
export type Schema = OpenAPIV3_1.SchemaObject;
export type Parameter = OpenAPIV3_1.ParameterObject;

/** The methods that contracts may use, in the order in which a path lists them. */
export const httpMethods = ['get', 'put', 'post', 'delete', 'patch'] as const;
export type HttpMethod = (typeof httpMethods)[number];

/** One call of an API, or one webhook that it sends. */
export interface Operation {
  api: ApiName;
  /** `operationId`, unique over all ten APIs. */
  id: string;
  kind: 'operation' | 'webhook';
  method: HttpMethod;
  /** Path below the base address; for a webhook the name of its entry. */
  path: string;
  summary: string;
  description: string;
  deprecated: boolean;
  /** Slug of its page in the static reference. */
  slug: string;
  /** The operation as the contract has it. */
  definition: OpenAPIV3_1.OperationObject;
}

/** One API with its operations, in the order of its contract. */
export interface Contract {
  name: ApiName;
  title: string;
  summary: string;
  description: string;
  version: string;
  /** True when every operation is deprecated. */
  deprecated: boolean;
  /** Slug of its overview in the static reference. */
  slug: string;
  /** Base address of the API. */
  server: string;
  operations: Operation[];
  document: OpenApiDocument;
}
