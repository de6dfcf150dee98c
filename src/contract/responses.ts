import { assumptionsAt, type Assumption } from './assumptions.ts';
import { errorUrl } from './error-catalog.ts';
import { contract } from './index.ts';
import { bodiesOf, dereference, type Body } from './lookup.ts';
import type { Operation } from './model.ts';

/** A response of an operation, as tables and pages show it. */
export interface OperationResponse {
  /** The response's key in the contract, such as `404`. */
  status: string;
  description: string;
  body: Body | undefined;
  /** The body in words, such as `list of Consent` or `none`. */
  bodyText: string;
  /** Where the error catalog explains it. Only errors have one. */
  help: string | undefined;
  /** What is assumed about the response. */
  assumptions: Assumption[];
  /** What is assumed about its body. */
  bodyAssumptions: Assumption[];
}

/**
 * The responses of an operation, in the order of the contract.
 *
 * @throws WriterError when the error catalog lacks one of the errors.
 */
export function responsesOf(operation: Operation): OperationResponse[] {
  const { document } = contract(operation.api);
  const bodies = bodiesOf(operation);
  return Object.entries(operation.definition.responses ?? {}).map(([status, response]) => {
    const body = bodies.get(status);
    return {
      status,
      description: dereference(document, response as { description: string }).description,
      body,
      bodyText: body ? `${body.isList ? 'list of ' : ''}${body.schemaName ?? 'object'}` : 'none',
      help: errorUrl(operation, status),
      assumptions: assumptionsAt(document, response),
      bodyAssumptions: body?.schema ? assumptionsAt(document, body.schema) : [],
    };
  });
}
