import type { OperationId } from 'contract:names';
import type { Delivery } from '../log.ts';
import type { Sandbox } from '../state.ts';
import type { Step } from './scenario.ts';
import { NOTHING, type PrintedSummary, type StoreSummary } from './totals.ts';

/** A request from the program. All times are in milliseconds on the same clock. */
export interface Call {
  line: string;
  /** The operation; empty if the contracts have none at this path. */
  operationId: OperationId | '';
  query: URLSearchParams;
  token: string | undefined;
  at: number;
  /** The time when the response was sent or the connection ended. */
  ended?: number;
  status?: number;
  headers: Readonly<Record<string, string>>;
}

/** The requests that the sandbox and the receiver get while a program runs. */
export interface Recording {
  calls: Call[];
  deliveries: Delivery[];
  /** The bank's data when the program last read transactions, without rows that could never be stored. */
  expected: StoreSummary;
}

/** The evidence from a run of the program. */
export interface Evidence extends Readonly<Recording> {
  sandbox: Sandbox;
  /** What the program has printed about its data, oldest first. */
  printed: readonly (PrintedSummary & { at: number })[];
  problem: string | undefined;
  /** Where the program wrote a secret, a token, or an account number that it must keep to itself. */
  leak: string | undefined;
  /** Returns the name of a file in which the program has left an account number. */
  leftFile: () => string | undefined;
  /** How late this machine was between two times, in milliseconds. */
  lateness: (from: number, to: number) => number;
  first: Call;
  /** Later requests with the same method, path, and query, but no GET once the user is removed. */
  repeats: readonly Call[];
  /** Later requests, either for one operation or for all operations, but no GET once the user is removed. */
  later: (operationId?: OperationId) => readonly Call[];
}

/** The program's mistake, or the reason why a check couldn't be graded. For any other value, the program passed. */
export type Verdict = string | false | undefined | [result: 'not seen' | 'not graded', why: string];

/** A scenario of the go-live checklist, and how it's graded. */
export interface Check {
  /** The path and fragment of the section that explains the scenario. */
  page: string;
  /** What happens, in plain words. */
  plays: string;
  /** Completes the sentence "The program should …". */
  expects: string;
  steps?: readonly Step[];
  /** Environment variables for the program. */
  env?: Record<string, string>;
  /** True for the requests that the check grades. If there are none, the result is `not seen`. */
  trigger: (call: Call) => boolean;
  decide: (evidence: Evidence) => Verdict;
  /** The time in seconds that a program has after the first request that `trigger` accepts. */
  limit?: number;
}

/** Maps the names of checks to the checks. */
export type Checks = Readonly<Record<string, Check>>;

/** Creates a trigger for an operation's requests with a given response status. */
export const returned = (operationId: OperationId, status?: number) => (call: Call) =>
  call.operationId === operationId && call.status === status;

/** Creates a check in which a fault makes requests fail. */
export function faultCheck(
  page: string,
  plays: string,
  expects: string,
  fault: { operationId?: OperationId; status?: number; [field: string]: unknown },
  decide: Check['decide'],
  { steps = [], ...more }: Partial<Check> = {},
): Check {
  const { operationId = 'listTransactions', status } = fault;
  const addFault = { operationId, ...fault };
  const trigger = returned(operationId, status);
  return { page, plays, expects, trigger, decide, ...more, steps: [...steps, { addFault }] };
}

/** Creates a check about what a program does after its refresh. Unless they say otherwise, steps run before the refresh. */
export const afterRefresh = (
  page: string,
  plays: string,
  expects: string,
  ...steps: readonly Step[]
): Check => ({
  ...{ page, plays, expects },
  steps: steps.map((step) => ({ ...(!step.after && { before: 'refreshConsent' }), ...step })),
  trigger: returned('refreshConsent', 202),
  decide: readVerdict,
});

/** The verdict if a busy machine may have changed the time between two requests. */
export const TOO_SLOW: Verdict = ['not graded', 'This machine is too slow.'];

/**
 * True if the program waited at least `least` seconds between two requests. A busy machine delays requests and their
 * recording, so that the true pause may be shorter or longer. If the result is unclear, returns `undefined`.
 */
export function hasPaused({ lateness }: Evidence, from: Call, to: Call, least: number): boolean | undefined {
  const pause = (to.at - from.at) / 1000;
  const late = lateness(from.at, to.at) / 1000;
  if (pause + late < least) return false;
  return pause >= least && pause - late >= least / 2 ? true : undefined;
}

/** What the program printed after its last read, before it removed the user. */
function lastPrinted({ calls, printed }: Evidence): PrintedSummary | undefined {
  const { ended = Infinity } = calls.findLast(returned('deleteUser', 204)) ?? {};
  return printed.findLast(({ at, totals }) => at < ended || totals !== NOTHING);
}

/**
 * Checks that the program has stored the bank's data as of its last read. Compares the totals that it printed and, if it
 * also printed months, the number of transactions per month.
 */
export function storeVerdict(evidence: Evidence): Verdict {
  if (evidence.printed.length === 0) return ['not graded', 'The program printed no totals.'];
  const { totals = NOTHING, months } = lastPrinted(evidence) ?? {};
  const { expected } = evidence;
  if (totals !== expected.totals) return `The program has ${totals}. The bank has ${expected.totals}.`;
  return months !== undefined && printedVerdict(evidence, 'months', 'number of transactions per month');
}

/** Checks another value that the program may print with its totals. `label` names the value in a sentence. */
export function printedVerdict(evidence: Evidence, name: 'months' | 'accounts', label: string): Verdict {
  const printed = lastPrinted(evidence)?.[name];
  const expected = evidence.expected[name];
  if (printed === undefined) return ['not graded', `The program printed no ${label}.`];
  const part = onlyIn(printed, expected);
  return printed !== expected && `The program's ${label}: ${part}. The bank's: ${onlyIn(expected, printed)}.`;
}

/** The parts of a list that another list lacks, so that a message only contains what differs. */
function onlyIn(list: string | number, other: string | number): string {
  const parts = String(other).split(', ');
  return (
    String(list)
      .split(', ')
      .filter((part) => !parts.includes(part))
      .join(', ') || NOTHING
  );
}

/** Checks that the program has read the data again and stored it. */
export function readVerdict(evidence: Evidence): Verdict {
  const isRead = evidence.later('listTransactions').some(({ status }) => status === 200);
  return isRead ? storeVerdict(evidence) : "The program didn't read the transactions again.";
}
