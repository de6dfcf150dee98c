import type { Delivery } from '../log.ts';
import type { Sandbox } from '../state.ts';
import type { Step } from './story.ts';

/** A request from the program. Times are in milliseconds, all by one clock. */
export interface Call {
  line: string;
  operationId: string;
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
  /** Requests to the program's receiver. */
  deliveries: Delivery[];
  /** The bank's totals when the program last read transactions. */
  expected: string;
}

/** The evidence from a run of the program. */
export interface Evidence extends Readonly<Recording> {
  sandbox: Sandbox;
  /** The totals that the program has printed, oldest first. */
  printed: readonly { at: number; totals: string }[];
  problem: string | undefined;
  /** The first request that the row is about. */
  first: Call;
  /** Later requests with the same method, path, and query. */
  repeats: readonly Call[];
  /** Later requests, for one operation or for all. */
  later: (operationId?: string) => readonly Call[];
}

/** The program's mistake, or the reason that a row isn't decided. Otherwise, the program passed. */
export type Verdict = string | false | undefined | [result: 'not seen' | 'not graded', why: string];

/** A scenario of the go-live checklist, and the function that grades it. */
export interface Row {
  /** The path of the page that explains it, with the fragment. */
  page: string;
  steps?: readonly Step[];
  /** True for a request that the row is about. Without such a request, the result is `not seen`. */
  trigger: (call: Call) => boolean;
  decide: (evidence: Evidence) => Verdict;
  /** Seconds that a program has after the first such request. */
  limit?: number;
}

/** Rows by name. */
export type Rows = Readonly<Record<string, Row>>;
