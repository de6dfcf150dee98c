import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';

/** Changes a text on its way to the browser. */
export type Change = (text: string) => string;

/** Lets a response with a media type, such as `text/html`, send another text. The request must accept plain bodies. */
export function rewriteBody(response: ServerResponse, type: string, change: Change): void {
  const parts: Buffer[] = [];
  const send = response.writeHead.bind(response) as (status: number, headers: OutgoingHttpHeaders) => void;
  const end = response.end.bind(response) as (body?: Buffer) => ServerResponse;
  let status: number | undefined;
  let headers: OutgoingHttpHeaders = {};
  response.writeHead = ((code: number, given: OutgoingHttpHeaders = {}) => {
    status = code;
    headers = Object.fromEntries(Object.entries(given).map(([name, value]) => [name.toLowerCase(), value]));
    return response;
  }) as ServerResponse['writeHead'];
  response.write = ((chunk: Buffer) => {
    parts.push(Buffer.from(chunk));
    return true;
  }) as ServerResponse['write'];
  response.end = ((chunk?: Buffer) => {
    if (chunk?.length) parts.push(Buffer.from(chunk));
    const mediaType = String(headers['content-type'] ?? response.getHeader('content-type') ?? '');
    const isChanged = parts.length > 0 && mediaType.startsWith(type);
    const body = isChanged ? Buffer.from(change(Buffer.concat(parts).toString())) : Buffer.concat(parts);
    if (isChanged) headers['content-length'] = body.length;
    send(status ?? response.statusCode, headers);
    return body.length > 0 ? end(body) : end();
  }) as ServerResponse['end'];
}
