import type { Call, Evidence, Row, Verdict } from './row.ts';
import { NONE } from './totals.ts';

/** A trigger: requests of an operation that got a status. */
export const got =
  (status: number, operationId?: string) =>
  (call: Call): boolean =>
    call.status === status && (operationId ?? call.operationId) === call.operationId;

/** What decides if only the program's store can tell: the totals that it has printed last. */
export function storeIsRight({ later, printed, expected, sandbox, calls }: Evidence): Verdict {
  if (!later('listTransactions').some(({ status }) => status === 200))
    return "After the refresh, the program didn't read the transactions again.";
  if (printed.length === 0) return { notGraded: 'The program printed no totals.' };
  const removed = sandbox.state.users.size === 0 ? calls.findLast(got(204, 'deleteUser')) : undefined;
  // After the user's removal, nothing is left.
  const last = printed.findLast(({ at, totals }) => !removed || at < removed.ended! || totals !== NONE);
  if (last?.totals === expected) return undefined;
  return `The program has ${last?.totals ?? NONE}. The bank has ${expected}.`;
}

/** A row that the store decides once the bank has changed something before a refresh. */
export const store = {
  trigger: got(202, 'refreshConsent'),
  decide: storeIsRight,
} satisfies Row;

/** Seconds between a response and a later request, for messages. */
export function seconds(from: Call, to: Call): number {
  return (to.at - (from.ended ?? from.at)) / 1000;
}
