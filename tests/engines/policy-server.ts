import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { readFacts } from '../../src/hosting/site-facts.ts';
import { createSiteServer } from '../../src/hosting/preview-server.ts';
import { UnsteadyServer } from '../support/unsteady-server.ts';

/** The path that browsers report blocked content to. */
const REPORTS = '/policy-report';

/** An {@link UnsteadyServer} with the site's policy. Browsers report what it blocks, in pages and in workers. */
export class PolicyServer extends UnsteadyServer {
  /** What browsers have blocked so far: directive, source and page. */
  readonly violations: string[];
  readonly #allowed: Set<string>;

  private constructor(violations: string[], allowed: Set<string>) {
    super(reportingSite(violations, allowed));
    this.violations = violations;
    this.#allowed = allowed;
  }

  static override async start(): Promise<PolicyServer> {
    const server = new PolicyServer([], new Set());
    await server.listen();
    return server;
  }

  /** Lets pages run an inline script that the test adds to them. */
  allow(script: string): void {
    this.#allowed.add(`'sha256-${createHash('sha256').update(script).digest('base64')}'`);
  }
}

/** The server of the site, which adds a URL for reports to the policy. */
function reportingSite(violations: string[], allowed: ReadonlySet<string>): Server {
  const site = createSiteServer('dist', readFacts());
  return createServer((request, response) => {
    if (request.url === REPORTS) {
      void takeReport(request, response, violations);
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

async function takeReport(request: IncomingMessage, response: ServerResponse, violations: string[]) {
  const { 'csp-report': report } = (await json(request)) as { 'csp-report': Record<string, string> };
  const directive = report['effective-directive'] ?? report['violated-directive'];
  violations.push(`${directive} blocked ${report['blocked-uri']} on ${report['document-uri']}`);
  response.writeHead(204).end();
}
