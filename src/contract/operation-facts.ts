import type { OperationId, WebhookId } from 'contract:names';
import type { ApiName } from '../config/apis.ts';
import { pagePath } from '../shared/page-path.ts';
import { contract } from './index.ts';
import { lookupFor } from './lookup.ts';
import type { Contract, Operation } from './model.ts';
import { responsesOf } from './responses.ts';
import { needsToken } from './samples/index.ts';
import { valueText } from './value.ts';

interface Extensions {
  'x-rate-limit'?: { limit: number; per: string; window: string };
  'x-deprecation'?: { operation: OperationId };
  /** The `operationId` of the webhook that announces the result of an accepted request. */
  'x-announced-by'?: WebhookId;
}

/** The facts about an operation that readers need before they read its fields. */
export function factsOf(operation: Operation) {
  const { api, definition } = operation;
  const { document } = contract(api);
  const lookup = lookupFor(`openapi/${api}.yaml`);
  const extensions = definition as Extensions;
  const { 'x-rate-limit': limit, 'x-deprecation': deprecation, 'x-announced-by': webhook } = extensions;
  const accepted = responsesOf(operation).find(({ status }) => status === '202');
  const security = definition.security ?? document.security ?? [];
  return {
    /** The scopes that the access token needs; `undefined` if the operation needs no token. */
    scopes: needsToken(operation, document)
      ? security.flatMap((requirement) => Object.values(requirement).flat())
      : undefined,
    /** The rate limit, such as `6 requests per consent per day`. */
    limit: limit && `${limit.limit} requests per ${limit.per} per ${valueText(limit.window)}`,
    /** The response that accepts the request, and the webhook that announces the result. */
    accepted: accepted && {
      status: accepted.status,
      description: accepted.description,
      webhook: webhook === undefined ? undefined : lookup.operation(webhook),
    },
    replacement: deprecation && lookup.operation(deprecation.operation),
  };
}

/** An API's description in Markdown. The name of the API that replaces it is a link. */
export function linkedDescription({ description, document }: Contract): string {
  const { 'x-deprecation': deprecation } = document.info as { 'x-deprecation'?: { replacedBy: ApiName } };
  if (!deprecation) return description;
  const { title, slug } = contract(deprecation.replacedBy);
  return description.replace(title, `[${title}](${pagePath(slug)})`);
}
