import { withoutSlash } from '../shared/without-slash.ts';
import { WriterError } from '../shared/writer-error.ts';
import { assumptionsAt } from './assumptions.ts';
import { contract } from './index.ts';
import { bodiesOf, dereference } from './lookup.ts';
import type { Operation } from './model.ts';

const CATALOG = '/account-information/error-handling/';

/** The error catalog's anchors. The keys are statuses and bodies. The link check reports anchors that don't exist. */
const entries: Readonly<Record<string, string>> = {
  '400 ProblemDetails': '400-invalid-request',
  '400 TokenError': '400-token-error',
  '401 TokenError': '401-token-error',
  '404 ProblemDetails': '404-no-data-found',
  '429': '429-too-many-requests',
};

/** True if a response is an error. `status` is its key in the contract, such as `404`. */
export const isError = (status: string) => !'123'.includes(status.charAt(0));

function errorUrl({ api, id }: Operation, error: string): string {
  const entry = entries[error];
  if (entry) return `${CATALOG}#${entry}`;
  throw new WriterError(
    `openapi/${api}.yaml: ${id} can return ${error}, which is missing from the error catalog. Describe it in ` +
      `src/content/docs${withoutSlash(CATALOG)}.mdx and add its heading to src/contract/responses.ts.`,
  );
}

/** A response, as tables and pages show it. */
export type OperationResponse = ReturnType<typeof responsesOf>[number];

/** An operation's responses, in the contract's order. Each error is in the error catalog. */
export function responsesOf(operation: Operation) {
  const { document } = contract(operation.api);
  const bodies = bodiesOf(operation);
  return Object.entries(operation.definition.responses ?? {}).map(([status, response]) => {
    const body = bodies.get(status);
    return {
      status,
      description: dereference(document, response as { description: string }).description,
      body,
      /** The body's type for readers, such as `list of Consent` or `none`. */
      bodyText: body ? `${body.isList ? 'list of ' : ''}${body.schemaName ?? 'object'}` : 'none',
      /** The name of the body's schema, which is unique among the operation's responses. */
      bodyName: body?.schemaName ?? `Error${status}`,
      /** The URL of an error's entry in the error catalog. Successes have none. */
      help: isError(status)
        ? errorUrl(operation, [status, body?.schemaName].filter(Boolean).join(' '))
        : undefined,
      assumptions: assumptionsAt(document, response),
      bodyAssumptions: body?.schema ? assumptionsAt(document, body.schema) : [],
    };
  });
}
