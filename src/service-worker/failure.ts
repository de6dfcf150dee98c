import { offline } from '../config/offline.ts';

/** Why a page could not be loaded. */
export interface Failure {
  /** For the reader: one sentence. */
  text: string;
  /** What the browser calls it, such as `net::ERR_CONNECTION_RESET`; empty when it says nothing more. */
  detail: string;
}

/** The server did not begin to answer within {@link offline.answerLimit}. */
export class NoAnswerInTime extends Error {}

/** The server answered that it cannot answer now: a status from 500 on. */
export class ServerFault extends Error {
  readonly status: number;

  constructor({ status }: Response) {
    super(`The server answered ${status}.`);
    this.status = status;
  }
}

/** Tells a reader what an error of the network means. */
export function describeFailure(error: unknown): Failure {
  if (error instanceof ServerFault) return { text: error.message, detail: '' };
  if (error instanceof NoAnswerInTime)
    return { text: `The server did not answer within ${offline.answerLimit} seconds.`, detail: '' };
  const detail = /net::\w+/.exec(String(error))?.[0] ?? '';
  const text = navigator.onLine ? 'The connection to the server failed.' : 'You are offline.';
  return { text, detail };
}
