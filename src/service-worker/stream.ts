import { SILENCE_LIMIT } from '../config/offline.ts';
import { brokenEnd } from './responses.ts';
import { describeFailure, NoWholePage, Silence, within } from './failure.ts';

/** A page on its way. */
export interface Arrival {
  /** For the reader: shows what arrives, and says at its end when the rest does not come. */
  shown: Response;
  /** For the store: the page once all of it is there. Fails when it breaks off or goes silent. */
  whole: Promise<Response>;
}

/**
 * Receives a page, of which the head is there then. When the connection breaks later, or nothing more comes, a notice
 * ends the page: browsers leave a broken one as it is, run none of its scripts and say nothing. A silent one is
 * given up, or the browser would hold back the next request for it.
 *
 * @throws What kept the head from arriving whole: such a page would have neither frame nor looks.
 */
export async function receive(page: Response): Promise<Arrival> {
  const reader = page.body!.getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const next = async () => {
    try {
      const { value } = await within(SILENCE_LIMIT, reader.read(), new Silence());
      if (value) parts.push(value);
      return value;
    } catch (error) {
      void reader.cancel().catch(() => undefined);
      throw error;
    }
  };

  const decoder = new TextDecoder();
  for (let head = ''; !head.includes('</head>');) {
    const part = await next();
    if (!part) throw new NoWholePage();
    head += decoder.decode(part, { stream: true });
  }

  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>(undefined, undefined, {
    highWaterMark: Infinity,
  });
  const writer = writable.getWriter();
  // Once the reader has gone to another page, nobody takes the rest; the store still wants it.
  const show = (part: Uint8Array) => void writer.write(part).catch(() => undefined);
  parts.forEach(show);
  const rest = async () => {
    try {
      for (let part = await next(); part; part = await next()) show(part);
      return new Response(new Blob(parts), page);
    } catch (error) {
      show(new TextEncoder().encode(brokenEnd(describeFailure(error))));
      throw error;
    } finally {
      void writer.close().catch(() => undefined);
    }
  };
  return { shown: new Response(readable, page), whole: rest() };
}
