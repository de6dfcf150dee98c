import type { Call, Evidence, Row, Verdict } from './row.ts';
import { NONE } from './totals.ts';

/** A trigger: an operation's requests, or only those with a certain response status. */
export const got = (operationId: string, status?: number) => (call: Call) =>
  call.operationId === operationId && call.status === status;

/** A row about requests that a fault breaks. */
export function broken(
  page: string,
  fault: { operationId?: string; status?: number; [field: string]: unknown },
  decide: Row['decide'],
  { steps = [], ...more }: Partial<Row> = {},
): Row {
  const { operationId = 'listTransactions', status } = fault;
  const addFault = { operationId, ...fault };
  return { page, trigger: got(operationId, status), decide, ...more, steps: [...steps, { addFault }] };
}

/** Seconds between a response and a later request. */
export const seconds = (from: Call, to: Call) => (to.at - (from.ended ?? from.at)) / 1000;

/** Checks that the program has stored the bank's data as of its last read. Only the program's totals show this. */
export function storeIsRight({ calls, printed, expected }: Evidence): Verdict {
  if (printed.length === 0) return ['not graded', 'The program printed no totals.'];
  const removal = calls.findLast(got('deleteUser', 204));
  const last = printed.findLast(({ at, totals }) => !removal || at < removal.ended! || totals !== NONE);
  const totals = last?.totals ?? NONE;
  return totals !== expected && `The program has ${totals}. The bank has ${expected}.`;
}

/** Checks that the program has read the data again and stored it. */
export function isReadAgain(evidence: Evidence): Verdict {
  const isRead = evidence.later('listTransactions').some(({ status }) => status === 200);
  return isRead ? storeIsRight(evidence) : "The program didn't read the transactions again.";
}

/** Checks that the receiver has responded to each event and the program has read the new data. */
export function receiverIsRight(evidence: Evidence): Verdict {
  const { deliveries, problem } = evidence;
  const bad = deliveries.find(({ status = 0 }) => status > 299 && status !== 400 && status !== 413);
  if (bad) return `The receiver returned ${bad.status} to ${JSON.stringify(bad.body.slice(0, 80))}.`;
  const answered = deliveries.findLastIndex(({ status }) => status !== undefined);
  if (answered < 0) return ['not seen', 'No receiver responded at WEBHOOK_PORT.'];
  const lost = problem && deliveries[answered + 1];
  return lost ? `The receiver didn't respond to ${lost.body.slice(0, 80)}.` : isReadAgain(evidence);
}
