import { contract, contracts } from './index.ts';
import type { Operation } from './model.ts';
import { responsesOf } from './responses.ts';
import { needsToken } from './samples/request.ts';
import { valueText } from './value.ts';

/** What readers should know about an operation before its fields. */
export interface OperationFacts {
  /** The scopes that its access token needs; `undefined` if it needs no token. */
  scopes: string[] | undefined;
  /** How often it may be called, such as `6 requests per consent per day`. */
  limit: string | undefined;
  /** The response that only accepts the request, and the webhook that announces the result, if any. */
  accepted: { status: string; description: string; webhook: Operation | undefined } | undefined;
  /** The operation to use instead of a deprecated one. */
  replacement: Operation | undefined;
}

/** Our contracts' vendor extensions that {@link factsOf} reads. */
interface Extensions {
  'x-rate-limit'?: { limit: number; per: string; window: string };
  'x-deprecation'?: { operation: string };
  'x-event'?: string;
}

const extensionsOf = ({ definition }: Operation) => definition as Extensions;

/** The facts about an operation, from its contract. */
export function factsOf(operation: Operation): OperationFacts {
  const { document } = contract(operation.api);
  const all = contracts().flatMap(({ operations }) => operations);
  const { 'x-rate-limit': limit, 'x-deprecation': deprecation } = extensionsOf(operation);
  const accepted = responsesOf(operation).find(({ status }) => status === '202');
  const webhook = all.find((each) => {
    const { 'x-event': event } = extensionsOf(each);
    return event !== undefined && accepted?.description.includes(`*${event}*`);
  });
  const security = operation.definition.security ?? document.security ?? [];
  return {
    scopes: needsToken(operation, document)
      ? security.flatMap((each) => Object.values(each).flat())
      : undefined,
    limit: limit && `${limit.limit} requests per ${limit.per} per ${valueText(limit.window)}`,
    accepted: accepted && { status: accepted.status, description: accepted.description, webhook },
    replacement: all.find(({ id }) => id === deprecation?.operation),
  };
}

/** Where a request goes, as readers see it: the path of an operation, or the words for a webhook's URL. */
export const targetOf = ({ kind, path }: Operation) => (kind === 'webhook' ? 'your webhook URL' : path);

/** The name of the event that a webhook announces, such as `Transactions Fetched`. */
export const eventOf = (webhook: Operation) => extensionsOf(webhook)['x-event'] ?? webhook.summary;
