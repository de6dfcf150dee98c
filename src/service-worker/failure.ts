import { offline, SILENCE_LIMIT } from '../config/offline.ts';

/** The server did not begin to answer within the limit. */
export class NoAnswerInTime extends Error {
  constructor() {
    super(`The server did not answer within ${offline.answerLimit} seconds.`);
  }
}

/** What was under way went silent. */
export class Silence extends Error {
  constructor() {
    super(`Nothing came for ${SILENCE_LIMIT} seconds.`);
  }
}

/** The server answered that it cannot answer now: with a status from 500 on. */
export class ServerFault extends Error {
  constructor({ status }: Response) {
    super(`The server answered ${status}.`);
  }
}

/** What came ends before its head does: it is cut off, or a page of somebody between reader and server. */
export class NoWholePage extends Error {
  constructor() {
    super('What the server sent is no whole page.');
  }
}

const ownFailures = [NoAnswerInTime, Silence, ServerFault, NoWholePage];

/** Why a page could not be loaded, in one sentence for its reader. */
export function describeFailure(error: unknown): string {
  if (ownFailures.some((kind) => error instanceof kind)) return (error as Error).message;
  return navigator.onLine ? 'The connection to the server failed.' : 'You are offline.';
}

/** What a promise resolves to, if it does so within so many seconds. */
export function within<T>(seconds: number, promise: Promise<T>, reason: Error): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(reason), seconds * 1_000);
  });
  return Promise.race([promise, limit]).finally(() => clearTimeout(timer));
}
