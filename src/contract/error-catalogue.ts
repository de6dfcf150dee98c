import { bodiesOf } from './lookup.ts';
import type { Operation } from './model.ts';

const CATALOGUE = '/account-information/error-handling/';

/**
 * Entries of the error catalogue by status, and by schema of the body where two errors share a status. They are
 * the headings of that page; the link check finds one that is gone.
 */
const entries: Readonly<Record<string, string>> = {
  '400 ProblemDetails': '400-invalid-request',
  '400 TokenError': '400-token-error',
  '401 TokenError': '401-token-error',
  '404 ProblemDetails': '404-no-data-found',
  '429': '429-too-many-requests',
};

/**
 * Where the error catalogue explains an answer of an operation.
 *
 * @param status - Key of the answer in the contract, such as `404`.
 * @returns An address with fragment; `undefined` for an answer that is no error.
 * @throws Error when the contract documents an error that the catalogue lacks.
 */
export function errorAddress(operation: Operation, status: string): string | undefined {
  if (/^[123]/.test(status)) return undefined;
  const body = bodiesOf(operation).get(status)?.schemaName;
  const error = [status, body].filter(Boolean).join(' ');
  const entry = entries[error];
  if (!entry)
    throw new Error(
      `${operation.id} can answer ${error}, which the error catalogue lacks. Describe it in ` +
        `src/content/docs${CATALOGUE.replace(/\/$/, '')}.mdx and name its heading in src/contract/error-catalogue.ts.`,
    );
  return `${CATALOGUE}#${entry}`;
}
