import { once } from 'node:events';
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createSiteServer } from '../../src/hosting/preview-server.ts';
import { readFacts } from '../../src/hosting/site-facts.ts';

/** Matches requests: a string is the exact path with its query, a regular expression matches anywhere in it. */
type Pattern = string | RegExp;

/** Changes HTML on its way to the browser. */
type Change = (html: string) => string;

/**
 * Serves the built site like `npm run serve`, with failures that tests control. Unlike Playwright's `page.route`, it
 * handles every request, including those from service workers and prefetches.
 *
 * Failures stay until {@link heal}. If several failures match a request, the last one applies. {@link close} throws if
 * a failure was never used, because its pattern may no longer match a renamed file.
 */
export class UnsteadyServer {
  /** The path and query of every request since the start, in order. Tests may empty the list. */
  readonly requests: string[] = [];
  #site: Server;
  readonly #server = createServer((...both) => this.#handle(...both));
  #port = 0;
  /** What responds instead of the site. */
  #failures: [Pattern, RequestListener][] = [];
  #change: Change | undefined;
  /** The failures and changes that haven't taken effect yet. */
  readonly #idle = new Set<Pattern | Change>();

  private constructor(site: Server) {
    this.#site = site;
  }

  /** Starts a server on a free port, by default for the built site. */
  static async start(site = siteIn('dist')): Promise<UnsteadyServer> {
    const server = new UnsteadyServer(site);
    await server.restart();
    return server;
  }

  /** The site's URL without a trailing slash, such as `http://localhost:40123`. It stays the same after a restart. */
  get url(): string {
    return `http://localhost:${this.#port}`;
  }

  /** Delays responses by a number of milliseconds. */
  delay(ms: number, pattern: Pattern): void {
    this.#fail(pattern, (...both) => setTimeout(() => this.#site.emit('request', ...both), ms).unref());
  }

  /** Resets the connection instead of responding. */
  drop(pattern: Pattern): void {
    this.#fail(pattern, ({ socket }) => socket.destroy());
  }

  /** Responds with a status, as a proxy does when its origin is down. */
  respondWith(status: number, pattern: Pattern = /^/): void {
    this.send(pattern, `<h1>${status}</h1>`, { status });
  }

  /** Responds with HTML, such as a captive portal's login page, and then optionally resets the connection. */
  send(pattern: Pattern, html: string, { status = 200, breaksOff = false } = {}): void {
    this.#fail(pattern, (_request, response) => {
      response.writeHead(status, { 'content-type': 'text/html', 'cache-control': 'no-store' });
      if (breaksOff) response.write(html, () => response.destroy());
      else response.end(html);
    });
  }

  /** Serves a different folder from now on, like after a deploy. */
  serve(folder: string): void {
    this.#site = siteIn(folder);
  }

  /** Changes all pages from now on, instead of an earlier change. {@link heal} doesn't revert it. */
  rewrite(change: Change): void {
    this.#change = change;
    this.#idle.add(change);
  }

  /** Removes all failures. A stopped server stays stopped. */
  heal(): void {
    this.#failures = [];
  }

  /** Stops: resets open connections and refuses new ones. */
  async stop(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close().closeAllConnections();
    await closed;
  }

  /** Restarts on the same port after {@link stop}. */
  async restart(): Promise<void> {
    this.#server.listen(this.#port);
    await once(this.#server, 'listening');
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  /** Closes the server, running or stopped. */
  async close(): Promise<void> {
    if (this.#server.listening) await this.stop();
    if (this.#idle.size > 0) throw new Error(`No response matched ${[...this.#idle].join(', ')}`);
  }

  #fail(pattern: Pattern, respond: RequestListener) {
    this.#failures.push([pattern, respond]);
    this.#idle.add(pattern);
  }

  readonly #handle: RequestListener = (request, response) => {
    const { url: path = '', headers } = request;
    this.requests.push(path);
    const change = this.#change;
    if (change) {
      // Compressed files can't be changed.
      delete headers['accept-encoding'];
      rewriteHtml(response, (html) => {
        const changed = change(html);
        if (changed !== html) this.#idle.delete(change);
        return changed;
      });
    }
    const failure = this.#failures.findLast(([pattern]) =>
      typeof pattern === 'string' ? path === pattern : pattern.test(path),
    );
    if (!failure) return this.#site.emit('request', request, response);
    const [pattern, respond] = failure;
    this.#idle.delete(pattern);
    return respond(request, response);
  };
}

/** A server for a built site, at the site's own path and without a policy. */
function siteIn(folder: string): Server {
  const { base, redirects } = readFacts();
  return createSiteServer(folder, { base, redirects });
}

/** Changes a response if it's an uncompressed page. */
function rewriteHtml(response: ServerResponse, change: Change): void {
  const parts: Buffer[] = [];
  const end = response.end.bind(response) as (body: Buffer) => ServerResponse;
  response.write = ((chunk: Buffer) => parts.push(Buffer.from(chunk)) > 0) as ServerResponse['write'];
  response.end = ((chunk: Buffer | string = '') => {
    const body = Buffer.concat([...parts, Buffer.from(chunk)]);
    if (body.length === 0 || !String(response.getHeader('content-type')).startsWith('text/html'))
      return end(body);
    response.removeHeader('content-length');
    return end(Buffer.from(change(body.toString())));
  }) as ServerResponse['end'];
}
