import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { createSiteServer } from '../../src/hosting/preview-server.ts';
import { rewriteBody, type Change } from './rewrite.ts';

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

const EVERYTHING = /^/;

/**
 * Serves the built site like `npm run serve`, with failures that tests control: delays, cut-off or dropped responses,
 * error statuses, another deploy. Unlike Playwright's `page.route`, it handles every request, also those of a service
 * worker, of prefetches and of speculation rules.
 *
 * Failures stay until {@link heal}. If several match a request, the last one applies; delays are added.
 *
 * ```ts
 * const server = await UnsteadyServer.start();
 * await page.goto(`${server.url}/webhooks/`);
 * server.respondWith(503, '/webhooks/events/');
 * await page.goto(`${server.url}/webhooks/events/`);
 * server.heal();
 * await server.close();
 * ```
 */
export class UnsteadyServer {
  /** Every request since the start, first to last. Tests may empty it: `server.requests.length = 0`. */
  readonly requests: SeenRequest[] = [];
  #site: Server;
  #server: Server;
  #port = 0;
  #failures: Failure[] = [];
  #delays: { ms: number; pattern: Pattern }[] = [];
  #rewrites: { type: string; change: Change }[] = [];

  /** @param site - Sends the responses that no failure changes. */
  protected constructor(site: Server) {
    this.#site = site;
    this.#server = this.#create();
  }

  /**
   * Starts a server on a free port.
   *
   * @param folder - The built site; files with `.br` and `.gz` beside them are sent compressed.
   */
  static async start(folder = 'dist'): Promise<UnsteadyServer> {
    const server = new UnsteadyServer(createSiteServer(folder));
    await server.listen();
    return server;
  }

  /** The site's URL without a slash at its end, such as `http://localhost:40123`, which stays the same after a restart. */
  get url(): string {
    return `http://localhost:${this.#port}`;
  }

  /** Delays responses by some milliseconds. */
  delay(ms: number, pattern: Pattern = EVERYTHING): void {
    this.#delays.push({ ms, pattern });
  }

  /** Resets the connection instead of responding. */
  drop(pattern: Pattern = EVERYTHING): void {
    this.#failures.push({ pattern, handle: ({ socket }) => socket.destroy() });
  }

  /** Responses with a status, as a proxy does when its origin is down. */
  respondWith(status: number, pattern: Pattern = EVERYTHING): void {
    this.send(pattern, `<h1>${status}</h1>`, { status });
  }

  /** Responds with custom content, such as the login page of a captive portal or a file of the wrong type. */
  send(pattern: Pattern, body: string, { type = 'text/html', status = 200, cache = 'no-store' } = {}): void {
    const handle: Failure['handle'] = (_request, response) => {
      response.writeHead(status, { 'content-type': type, 'cache-control': cache });
      response.end(body);
    };
    this.#failures.push({ pattern, handle });
  }

  /** Sends the headers and the first bytes of the body, as transferred, then resets the connection. */
  truncate(pattern: Pattern, bytes: number): void {
    this.#failures.push({
      pattern,
      handle: (_request, response, toSite) => {
        cutAfter(bytes, response);
        toSite();
      },
    });
  }

  /** Sends the headers and the first bytes of the body, as transferred, and then nothing more. */
  stall(pattern: Pattern, bytes: number): void {
    this.#failures.push({
      pattern,
      handle: (_request, response, toSite) => {
        holdAfter(bytes, response);
        toSite();
      },
    });
  }

  /** Serves another folder from now on: a new deploy. */
  serve(folder: string): void {
    this.#site = createSiteServer(folder);
  }

  /** Changes every file of a media type, such as `text/html`, from now on. {@link heal} doesn't revert it. */
  rewrite(type: string, change: Change): void {
    this.#rewrites.push({ type, change });
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

  /** Starts again on the same port, after {@link stop}. */
  async restart(): Promise<void> {
    this.#server = this.#create();
    await this.listen();
  }

  /** Closes the server, running or stopped. */
  async close(): Promise<void> {
    if (this.#server.listening) await this.stop();
  }

  #create(): Server {
    return createServer((request, response) => void this.#handle(request, response));
  }

  protected async listen(): Promise<void> {
    const listening = once(this.#server, 'listening');
    this.#server.listen(this.#port);
    await listening;
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  async #handle(request: IncomingMessage, response: ServerResponse) {
    const { url: path = '', headers } = request;
    this.requests.push({ path, headers });
    const ms = this.#delays.findLast(({ pattern }) => fits(path, pattern))?.ms;
    if (ms) await new Promise((resolve) => setTimeout(resolve, ms).unref());
    // Compressed files can't be changed.
    if (this.#rewrites.length > 0) delete headers['accept-encoding'];
    for (const { type, change } of this.#rewrites) rewriteBody(response, type, change);
    const toSite = () => this.#site.emit('request', request, response);
    const failure = this.#failures.findLast(({ pattern }) => fits(path, pattern));
    if (failure) failure.handle(request, response, toSite);
    else toSite();
  }
}

function fits(path: string, pattern: Pattern): boolean {
  return typeof pattern === 'string' ? path === pattern : pattern.test(path);
}

/** Cuts off a response after some bytes of its body. */
function cutAfter(bytes: number, response: ServerResponse) {
  const { socket } = response;
  holdAfter(bytes, response, () => socket?.destroy());
}

/** Pauses a response after some bytes of its body, and then calls a function. */
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
