import type { Delivery } from '../log.ts';
import type { Sandbox } from '../state.ts';
import type { Step } from './story.ts';

/** A request of the program. Times are milliseconds of one clock. */
export interface Call {
  /** Its method and path. */
  line: string;
  operationId: string;
  query: URLSearchParams;
  token: string | undefined;
  at: number;
  /** When the response was sent or the connection ended. */
  ended?: number;
  /** Absent if there was no response. */
  status?: number;
  headers: Readonly<Record<string, string>>;
}

/** What the sandbox and the receiver get while a program runs. */
export interface Recording {
  calls: Call[];
  /** What was posted to the program's receiver. */
  deliveries: Delivery[];
  /** The totals of the bank when the program last read transactions. */
  expected: string;
}

/** What a run of the program leaves to decide on. */
export interface Evidence extends Readonly<Recording> {
  sandbox: Sandbox;
  /** The totals that the program has printed, oldest first. */
  printed: readonly { at: number; totals: string }[];
  /** What was wrong with the end of the program. */
  problem: string | undefined;
  /** The first request that the row is about. */
  first: Call;
  /** Later requests with the same method, path, and query. */
  repeats: readonly Call[];
  /** Later requests, of one operation or of all. */
  later: (operationId?: string) => readonly Call[];
}

/** What the program did wrong, or why the row is open; `undefined` if the program did it right. */
export type Verdict = string | undefined | [result: 'not seen' | 'not graded', why: string];

/** A scenario of the go-live checklist, and what decides about it. */
export interface Row {
  /** The path of the page that explains it, with the fragment. */
  page: string;
  steps?: readonly Step[];
  /** Whether the row is about a request. If there is none, the row was not seen. */
  trigger: (call: Call) => boolean;
  decide: (evidence: Evidence) => Verdict;
  /** Seconds that a program has after that request. */
  limit?: number;
}

/** Rows by name. */
export type Rows = Readonly<Record<string, Row>>;
