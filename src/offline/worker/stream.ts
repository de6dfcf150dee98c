import { SILENCE_LIMIT } from '../../config/offline.ts';
import { isOurs } from '../protocol/html-response.ts';
import { isWholePage } from '../protocol/storable.ts';
import { within } from '../protocol/within.ts';
import { beginsLikeOurs } from './caches.ts';
import { notWhole, silence } from './failure.ts';

interface Options {
  /**
   * Whether a page of ours ends as if it were complete when the connection breaks. Otherwise the browser sees the
   * error.
   */
  endsClean: boolean;
  /** Called before an incomplete page of ours ends. */
  onCut: (error: unknown) => Promise<void>;
}

/** A page that is arriving. */
interface Stream {
  /** For the reader: what arrives, as it arrives. */
  shown: Response;
  /** For the cache, once the page is complete; `undefined` if it is foreign or stays incomplete. */
  whole: Promise<Blob | undefined>;
}

/**
 * Receives a page, and resolves once its head has arrived. If the connection breaks or stalls later, the page ends
 * there, as if it were complete, and its script shows a notice. Without this, browsers would run no script of the page.
 * A foreign page passes through.
 *
 * @throws Error with the reason if the head doesn't arrive. Without a head, a page has neither layout nor styles.
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
  // If the reader has left the page, nothing reads the rest of the stream. The cache still gets it.
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
