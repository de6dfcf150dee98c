import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { readFacts } from '../../src/hosting/site-facts.ts';
import { createSiteServer } from '../../src/hosting/preview-server.ts';
import { UnsteadyServer } from '../support/unsteady-server.ts';

/** The path that browsers report blocked content to. */
const REPORTS = '/policy-report';

/** The path that pages report the errors to that no script of theirs caught. */
const ERRORS = '/uncaught-error';

/** What browsers reported. */
interface Seen {
  errors: string[];
  /** What the policy blocked: directive, source, and page. */
  violations: string[];
}

/** An {@link UnsteadyServer} whose pages report uncaught errors and what the policy blocks, because no driver of WebKit does. */
export class WatchedServer extends UnsteadyServer {
  readonly seen: Seen;
  readonly #allowed: Set<string>;

  private constructor(seen: Seen, allowed: Set<string>) {
    super(reportingSite(seen, allowed));
    this.seen = seen;
    this.#allowed = allowed;
    this.plant((path: string) => {
      const report = (error: unknown) => {
        const message = error instanceof Error ? `${error.message}\n${error.stack ?? ''}` : String(error);
        navigator.sendBeacon(path, message);
      };
      addEventListener('error', ({ error, message }) => report(error ?? message));
      addEventListener('unhandledrejection', ({ reason }) => report(reason));
    }, ERRORS);
  }

  static override async start(): Promise<WatchedServer> {
    const server = new WatchedServer({ errors: [], violations: [] }, new Set());
    await server.listen();
    return server;
  }

  /** Runs a function in every page before the page's own scripts. It can only use its arguments. */
  plant<Values extends unknown[]>(script: (...values: Values) => void, ...values: Values): void {
    const code = `(${script.toString()})(...${JSON.stringify(values)})`;
    this.#allowed.add(`'sha256-${createHash('sha256').update(code).digest('base64')}'`);
    this.rewrite('text/html', (html) =>
      html.replace(/<head[^>]*>/, (head) => `${head}<script>${code}</script>`),
    );
  }
}

/** The server of the site, which adds planted scripts and a URL for reports to the policy. */
function reportingSite(seen: Seen, allowed: ReadonlySet<string>): Server {
  const site = createSiteServer('dist', readFacts());
  return createServer((request, response) => {
    if (request.url === REPORTS || request.url === ERRORS) {
      void takeReport(request, response, seen);
      return;
    }
    const setHeader = response.setHeader.bind(response);
    response.setHeader = (name, value) =>
      setHeader(
        name,
        name.toLowerCase() === 'content-security-policy'
          ? `${String(value).replace('script-src', ['script-src', ...allowed].join(' '))}; report-uri ${REPORTS}`
          : value,
      );
    site.emit('request', request, response);
  });
}

async function takeReport(request: IncomingMessage, response: ServerResponse, seen: Seen) {
  const body = await text(request);
  if (request.url === ERRORS) seen.errors.push(body);
  else {
    const { 'csp-report': report } = JSON.parse(body) as { 'csp-report': Record<string, string> };
    const directive = report['effective-directive'] ?? report['violated-directive'];
    seen.violations.push(`${directive} blocked ${report['blocked-uri']} on ${report['document-uri']}`);
  }
  response.writeHead(204).end();
}
