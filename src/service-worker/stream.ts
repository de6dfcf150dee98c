import { SILENCE_LIMIT } from '../config/offline.ts';
import { isOurs } from '../shared/html-response.ts';
import { isWholePage } from '../shared/storable.ts';
import { within } from '../shared/within.ts';
import { beginsLikeOurs } from './caches.ts';
import { notWhole, silence } from './failure.ts';

interface Options {
  /** Whether a page of ours that breaks off ends as if it were complete. Otherwise the browser sees the error. */
  endsClean: boolean;
  /** Called before a page of ours that broke off ends. */
  onCut: (error: unknown) => Promise<void>;
}

/** A page that is arriving. */
interface Stream {
  /** For the reader: what arrives, as it arrives. */
  shown: Response;
  /** For the cache, once everything is there. Nothing where the page is foreign or only a part of it arrived. */
  whole: Promise<Blob | undefined>;
}

/**
 * Receives a page and resolves once its head is there. When the connection breaks later or goes silent, the page ends
 * there, and its script says so: browsers run no script of a page whose connection broke. A foreign page passes through.
 *
 * @throws Error with what prevented the head from arriving: the page would have neither frame nor styles.
 */
export async function receive(page: Response, { endsClean, onCut }: Options): Promise<Stream> {
  const reader = page.body!.getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const next = async () => {
    try {
      const { value } = await within(SILENCE_LIMIT, reader.read(), silence());
      if (value) parts.push(value);
      return value;
    } catch (error) {
      void reader.cancel().catch(() => undefined);
      throw error;
    }
  };

  const decoder = new TextDecoder();
  let head = '';
  while (!head.includes('</head>')) {
    const part = await next();
    if (!part) break;
    head += decoder.decode(part, { stream: true });
  }
  const isForeign = !isOurs(head);
  if (!head.includes('</head>') && (!isForeign || (await beginsLikeOurs(head)))) throw notWhole();

  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>(undefined, undefined, {
    highWaterMark: Infinity,
  });
  const writer = writable.getWriter();
  // When the reader has left for another page, nobody takes the rest; the cache still does.
  const show = (part: Uint8Array) => void writer.write(part).catch(() => undefined);
  parts.forEach(show);
  const rest = async () => {
    try {
      for (let part = await next(); part; part = await next()) show(part);
      const body = new Blob(parts);
      if (!isForeign && !isWholePage(await body.text())) throw notWhole();
      void writer.close().catch(() => undefined);
      return isForeign ? undefined : body;
    } catch (error) {
      if (!isForeign) await onCut(error);
      const end = isForeign || !endsClean ? writer.abort(error) : writer.close();
      void end.catch(() => undefined);
      return undefined;
    }
  };
  return { shown: new Response(readable, page), whole: rest() };
}
