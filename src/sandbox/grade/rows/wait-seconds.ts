import { got, seconds } from '../decide.ts';
import type { Row } from '../row.ts';

/** A 429 with Retry-After in seconds. */
export const waitSeconds: Row = {
  steps: [{ addFault: { operationId: 'listTransactions', status: 429, retryAfter: 2 } }],
  trigger: got(429, 'listTransactions'),
  decide({ first, repeats: [repeat] }) {
    if (!repeat || seconds(first, repeat) >= 1.95) return undefined;
    return `The program repeated ${first.line} after ${seconds(first, repeat).toFixed(1)} s. Retry-After was 2.`;
  },
};
