import { RESPONSE_LIMIT } from '../../config/offline.ts';
import { CONNECTION_FAILED } from '../protocol/failure-reason.ts';

/**
 * Fetches with a time limit for the start of the response. After it, the request is aborted, because browsers would hold
 * back the next one for the same URL.
 *
 * @throws Error whose message is the reason, in one sentence for readers.
 */
export async function fetchInTime(request: Request): Promise<Response> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), RESPONSE_LIMIT * 1_000);
  try {
    return await fetch(request, { signal: limit.signal });
  } catch {
    const tooLate = `The server didn't respond within ${RESPONSE_LIMIT} seconds.`;
    throw new Error(limit.signal.aborted ? tooLate : CONNECTION_FAILED);
  } finally {
    clearTimeout(timer);
  }
}
