import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { createSiteServer } from '../../src/hosting/preview-server.ts';
import { readFacts } from '../../src/hosting/site-facts.ts';

/** Matches requests: a string is the exact path with query, a regular expression matches anywhere in it. */
type Pattern = string | RegExp;

/** A request that the server received. */
interface SeenRequest {
  /** Path with query. */
  path: string;
  headers: IncomingHttpHeaders;
}

interface Failure {
  pattern: Pattern;
  /** Handles the request instead of the site, or changes the response and lets the site handle it. */
  handle: (request: IncomingMessage, response: ServerResponse, toSite: () => void) => void;
}

/** Changes text on its way to the browser. */
type Change = (text: string) => string;

const EVERYTHING = /^/;

/**
 * Serves the built site like `npm run serve`, with failures that tests control: delays, truncated or dropped responses,
 * error statuses, and new deploys. Unlike Playwright's `page.route`, it handles every request, including those of
 * service workers, prefetches, and speculation rules.
 *
 * Failures stay until {@link heal}. If several match a request, the last one applies; delays are added. {@link close}
 * throws if one was never used, because then its pattern misses a renamed file.
 */
export class UnsteadyServer {
  /** Every request since the start, in order. Tests may empty it: `server.requests.length = 0`. */
  readonly requests: SeenRequest[] = [];
  #site: Server;
  #server: Server;
  #port = 0;
  #failures: Failure[] = [];
  #delays: { ms: number; pattern: Pattern }[] = [];
  #rewrites: { type: string; change: Change }[] = [];
  /** Failures that haven't changed a response yet. */
  readonly #idle = new Set<Pattern | Change>();

  /** @param site - The server that sends unchanged responses. */
  private constructor(site: Server) {
    this.#site = site;
    this.#server = this.#create();
  }

  /**
   * Starts a server on a free port.
   *
   * @param site - The built site by default. Files with `.br` and `.gz` versions are sent compressed.
   */
  static async start(site = siteIn('dist')): Promise<UnsteadyServer> {
    const server = new UnsteadyServer(site);
    await server.#listen();
    return server;
  }

  /** The site's URL without a trailing slash, such as `http://localhost:40123`. It stays the same after a restart. */
  get url(): string {
    return `http://localhost:${this.#port}`;
  }

  /** Delays responses by a number of milliseconds. */
  delay(ms: number, pattern: Pattern = EVERYTHING): void {
    this.#delays.push({ ms, pattern });
  }

  /** Resets the connection instead of responding. */
  drop(pattern: Pattern = EVERYTHING): void {
    this.#fail(pattern, ({ socket }) => socket.destroy());
  }

  /** Responds with a status, as a proxy does when its origin is down. */
  respondWith(status: number, pattern: Pattern = EVERYTHING): void {
    this.send(pattern, `<h1>${status}</h1>`, { status });
  }

  /** Responds with custom content, such as a captive portal's login page or a file of the wrong type. */
  send(pattern: Pattern, body: string, { type = 'text/html', status = 200, cache = 'no-store' } = {}): void {
    this.#fail(pattern, (_request, response) => {
      response.writeHead(status, { 'content-type': type, 'cache-control': cache });
      response.end(body);
    });
  }

  /** Sends the headers and the first bytes of the body, as transferred, then resets the connection. */
  truncate(pattern: Pattern, bytes: number): void {
    this.#fail(pattern, (_request, response, toSite) => {
      const { socket } = response;
      holdAfter(bytes, response, () => socket?.destroy());
      toSite();
    });
  }

  /** Sends the headers and the first bytes of the body, as transferred, then stalls. */
  stall(pattern: Pattern, bytes: number): void {
    this.#fail(pattern, (_request, response, toSite) => {
      holdAfter(bytes, response);
      toSite();
    });
  }

  /** Serves another folder from now on: a new deploy. */
  serve(folder: string): void {
    this.#site = siteIn(folder);
  }

  /** Changes all files of a media type, such as `text/html`, from now on. {@link heal} doesn't revert it. */
  rewrite(type: string, change: Change): void {
    this.#rewrites.push({ type, change });
    this.#idle.add(change);
  }

  /** Removes all failures. A stopped server stays stopped. */
  heal(): void {
    this.#failures = [];
    this.#delays = [];
  }

  /** Stops: resets open connections and refuses new ones. */
  async stop(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }

  /** Restarts on the same port after {@link stop}. */
  async restart(): Promise<void> {
    this.#server = this.#create();
    await this.#listen();
  }

  /** Closes the server, running or stopped. */
  async close(): Promise<void> {
    if (this.#server.listening) await this.stop();
    if (this.#idle.size > 0) throw new Error(`No response matched ${[...this.#idle].join(', ')}`);
  }

  #fail(pattern: Pattern, handle: Failure['handle']) {
    this.#failures.push({ pattern, handle });
    this.#idle.add(pattern);
  }

  #create(): Server {
    return createServer((request, response) => void this.#handle(request, response));
  }

  async #listen(): Promise<void> {
    const listening = once(this.#server, 'listening');
    this.#server.listen(this.#port);
    await listening;
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  async #handle(request: IncomingMessage, response: ServerResponse) {
    const { url: path = '', headers } = request;
    const fits = ({ pattern }: { pattern: Pattern }) =>
      typeof pattern === 'string' ? path === pattern : pattern.test(path);
    this.requests.push({ path, headers });
    const ms = this.#delays.findLast(fits)?.ms;
    if (ms) await new Promise((resolve) => setTimeout(resolve, ms).unref());
    // Compressed files can't be changed.
    if (this.#rewrites.length > 0) delete headers['accept-encoding'];
    for (const { type, change } of this.#rewrites)
      rewriteBody(response, type, (text) => {
        const changed = change(text);
        if (changed !== text) this.#idle.delete(change);
        return changed;
      });
    const toSite = () => this.#site.emit('request', request, response);
    const failure = this.#failures.findLast(fits);
    if (failure) {
      this.#idle.delete(failure.pattern);
      failure.handle(request, response, toSite);
    } else toSite();
  }
}

/** A server for a built site, at the site's own path and without a policy. */
function siteIn(folder: string): Server {
  const { base, redirects } = readFacts();
  return createSiteServer(folder, { base, redirects });
}

/** Pauses a response after some bytes of its body, then calls a function. */
function holdAfter(bytes: number, response: ServerResponse, then?: () => void) {
  let left = bytes;
  const write = response.write.bind(response) as (chunk: Uint8Array, done: () => void) => boolean;
  const end = response.end.bind(response) as () => ServerResponse;
  response.write = ((chunk: Uint8Array) => {
    const part = chunk.subarray(0, left);
    left -= part.length;
    if (part.length === 0) return false;
    return write(part, () => {
      if (left === 0) then?.();
    });
  }) as ServerResponse['write'];
  response.end = (() => (left > 0 ? end() : response)) as ServerResponse['end'];
}

/** Changes the text of responses of one type, such as `text/html`. The request must ask for an uncompressed body. */
function rewriteBody(response: ServerResponse, type: string, change: Change): void {
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
