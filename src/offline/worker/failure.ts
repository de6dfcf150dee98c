import { RESPONSE_LIMIT, SILENCE_LIMIT } from '../../config/offline.ts';
import { CONNECTION_FAILED } from '../protocol/worker-messages.ts';

/** A failed load whose message is a sentence for readers. */
export class LoadFailure extends Error {}

/** The server refuses the page, for this reader or for now. */
export class Refusal extends LoadFailure {}

/** Nothing of the response arrived within {@link RESPONSE_LIMIT} seconds. */
export const noResponseInTime = () =>
  new LoadFailure(`The server didn't respond within ${RESPONSE_LIMIT} seconds.`);

/** The response stopped arriving for {@link SILENCE_LIMIT} seconds. */
export const silence = () => new LoadFailure(`Nothing arrived for ${SILENCE_LIMIT} seconds.`);

/** The server responded with an error status. */
export const serverError = ({ status }: Response) => new LoadFailure(`The server responded with ${status}.`);

/** The page broke off before its last element. */
export const notWhole = () => new LoadFailure('The server sent only part of the page.');

/** Why a page could not be loaded, in one sentence for readers. */
export function describeFailure(error: unknown): string {
  if (error instanceof LoadFailure) return error.message;
  return CONNECTION_FAILED;
}
