import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { readFacts } from '../../src/hosting/site-facts.ts';
import { createSiteServer } from '../../src/hosting/preview-server.ts';
import { UnsteadyServer } from '../support/unsteady-server.ts';

/** The path of {@link WatchedServer.reports}. */
const REPORTS = '/report';

/** An {@link UnsteadyServer} whose pages report what goes wrong in them, because WebKit's driver doesn't. */
export class WatchedServer extends UnsteadyServer {
  /** Errors that no script of a page caught, and as JSON, what the policy blocked. */
  readonly reports: string[];
  readonly #allowed: Set<string>;

  private constructor(reports: string[], allowed: Set<string>) {
    super(reportingSite(reports, allowed));
    this.reports = reports;
    this.#allowed = allowed;
    this.plant((path: string) => {
      const report = (error: unknown) => {
        const message = error instanceof Error ? `${error.message}\n${error.stack ?? ''}` : String(error);
        navigator.sendBeacon(path, message);
      };
      addEventListener('error', ({ error, message }) => report(error ?? message));
      addEventListener('unhandledrejection', ({ reason }) => report(reason));
    }, REPORTS);
  }

  static override async start(): Promise<WatchedServer> {
    const server = new WatchedServer([], new Set());
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
function reportingSite(reports: string[], allowed: ReadonlySet<string>): Server {
  const site = createSiteServer('dist', readFacts());
  return createServer((request, response) => {
    if (request.url === REPORTS) {
      void text(request).then((report) => reports.push(report));
      response.writeHead(204).end();
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
