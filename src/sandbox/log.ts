import type { Clock } from './clock.ts';
import { dateTime } from './clock.ts';

/** A request in the log, without its body, token or secret. */
export interface LoggedRequest {
  /** A date-time in UTC. */
  time: string;
  method: string;
  path: string;
  operationId?: string;
  /** Absent if the connection was dropped. */
  status?: number;
  /** What was wrong with the request. */
  problem?: string;
  /** What only our assumptions decide about it. */
  assumed?: string[];
}

/** Requests that the log keeps. */
const LENGTH = 1_000;

/** The last requests, oldest first. */
export class RequestLog {
  readonly #clock: Clock;
  #requests: LoggedRequest[] = [];
  /** Prints a line for each request. */
  print?: (line: string) => void;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get requests(): readonly LoggedRequest[] {
    return this.#requests;
  }

  add(request: Omit<LoggedRequest, 'time'>): void {
    const { method, path, status = 'dropped', problem, assumed = [] } = request;
    this.print?.(`${method} ${path}: ${status}${problem ? ` ${problem}` : ''}`);
    for (const what of assumed) this.print?.(`  assumed; the platform may reject this: ${what}`);
    this.#requests.push({ time: dateTime(this.#clock.now()), ...request });
    if (this.#requests.length > LENGTH) this.#requests.shift();
  }

  clear(): void {
    this.#requests = [];
  }
}
