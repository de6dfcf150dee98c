import { send } from '@fastify/send';
import { ReadStream, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { withUsableRange } from './range.ts';
import type { SiteFile } from './site-file.ts';

/** Up to this size, in bytes, reading a file at once is cheaper than the thread pool, and no descriptor stays open. */
const SMALL = 65_536;

/** What to send of a file, with which status and headers. */
export interface Selection {
  status: number;
  headers: Record<string, string>;
  body: Buffer | Readable;
}

/**
 * Selects what to send of a file: all of it, the range that was requested, or nothing because the client's copy
 * is up to date.
 *
 * @param root - The built site.
 */
export async function selectBytes(
  root: string,
  file: SiteFile,
  request: IncomingMessage,
): Promise<Selection> {
  const { method, headers } = request;
  const atOnce = method === 'GET' && headers.range === undefined && file.size <= SMALL;
  // The library opens no file for HEAD. It reads only the method and the headers of a request.
  const asked = atOnce
    ? ({ method: 'HEAD', headers } as IncomingMessage)
    : withUsableRange(request, file.size);
  const result = await send(asked, file.path, {
    root,
    // We set these headers ourselves, because they depend on more than the file.
    cacheControl: false,
    contentType: false,
    index: false,
    dotfiles: 'allow',
  });
  const { statusCode: status, stream } = result;
  if (result.type === 'error' && (status === 404 || status === 500)) throw result.metadata.error;
  const whole = atOnce && status === 200 && result.type === 'file';
  return { status, headers: result.headers, body: whole ? readFileSync(result.metadata.path) : stream };
}

/**
 * Sends the body of a selection whose headers are set. Resolves when all is sent or the client has left; rejects
 * when the file can't be read.
 */
export async function sendBody({ headers, body }: Selection, response: ServerResponse): Promise<void> {
  let sent: number | undefined;
  if (Buffer.isBuffer(body)) {
    response.write(body);
    sent = body.length;
  } else {
    await pipe(body, response);
    if (body instanceof ReadStream) sent = body.bytesRead;
  }
  // A build that replaces the file at this moment may leave fewer bytes than the headers promise. Close the
  // connection then, or the client takes the next response for the rest of this one.
  if (sent === undefined || sent === Number(headers['Content-Length'])) response.end();
  else response.destroy();
}

/** `pipeline` of Node.js does the same, but creates an error for every response. */
function pipe(body: Readable, response: ServerResponse): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = () => {
      body.destroy();
      resolve();
    };
    body.once('error', reject).once('end', resolve);
    response.once('close', leave);
    if (response.destroyed) leave();
    else body.pipe(response, { end: false });
  });
}
