import type { Sandbox } from '../state.ts';
import type { Step } from './story.ts';

/** A request of the program, and the response that it got. Times are milliseconds of one clock. */
export interface Call {
  /** Its method and path. */
  line: string;
  operationId?: string;
  query: URLSearchParams;
  token?: string;
  at: number;
  /** When the response was sent or the connection ended. */
  ended?: number;
  /** Absent if there was no response. */
  status?: number;
  headers: Readonly<Record<string, string>>;
}

/** A response that a row can change before it's sent. */
export interface Reply {
  status: number;
  headers: Record<string, string>;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- Rows change bodies of every schema.
  body: any;
}

/** An event that was sent to the program's receiver. */
export interface Delivery {
  at: number;
  body: string;
  /** Absent if the receiver didn't respond. */
  status?: number;
}

/** A line with totals that the program has printed. */
export interface Printed {
  at: number;
  totals: string;
}

/** What a run of the program has left to decide on. */
export interface Evidence {
  sandbox: Sandbox;
  calls: readonly Call[];
  deliveries: readonly Delivery[];
  printed: readonly Printed[];
  /** The totals that the bank had when the program last read transactions. */
  expected: string | undefined;
  /** How the program ended, if something was wrong with that. */
  problem: string | undefined;
  /** The first request that the row is about. */
  first: Call;
  /** Later requests with the same method, path, and query. */
  repeats: readonly Call[];
  /** All later requests of an operation, or all of them. */
  later: (operationId?: string) => readonly Call[];
}

/** `undefined` if the program did it right, or what it did wrong. */
export type Verdict = string | undefined | { notSeen: string } | { notGraded: string };

/** A scenario and what decides about it. */
export interface Row {
  steps?: readonly Step[];
  /** Bodies that the receiver gets after the refresh. */
  bodies?: readonly string[];
  /** Changes a response in place. */
  rewrite?: (call: Call, reply: Reply, sandbox: Sandbox) => void;
  /** Whether the row is about a request. Without one, the row was not seen. */
  trigger: (call: Call) => boolean;
  decide: (evidence: Evidence) => Verdict;
  /** Seconds that a program has. */
  limit?: number;
}
