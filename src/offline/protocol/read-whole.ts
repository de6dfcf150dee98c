import { within } from './within.ts';

/** The reason for giving up on a transfer that has stalled for some seconds. */
export const silence = (seconds: number) => new Error(`Nothing arrived for ${seconds} seconds.`);

/**
 * Reads the body of a response.
 *
 * @param limit - How many seconds the transfer may pause.
 * @throws Error if it pauses for longer, or if the connection breaks.
 */
export async function readWhole(response: Response, limit: number): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const reader = response.body!.getReader();
  const next = () => within(limit, reader.read(), silence(limit));
  for (let part = await next(); part.value; part = await next()) parts.push(part.value);
  return new Blob(parts);
}
