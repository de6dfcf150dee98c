import { createHash } from 'node:crypto';
import {
  createServer,
  request as ask,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { json } from 'node:stream/consumers';
import { UnsteadyServer } from './unsteady-server.ts';

/** A running host. */
export interface Origin {
  port: number;
  /** The path that the site is served below, without a trailing slash. */
  base: string;
}

/** The path that browsers report blocked content to. */
const REPORTS = '/policy-report';

/**
 * An {@link UnsteadyServer} in front of a real host: pages have the host's own headers. Browsers report what the policy
 * blocks, in pages and in workers.
 */
export class HostFront extends UnsteadyServer {
  /** What browsers have blocked so far: directive, source and page. */
  readonly violations: string[];
  readonly #allowed: Set<string>;

  private constructor(origin: Origin, violations: string[], allowed: Set<string>) {
    super(proxyOf(origin.port, violations, allowed), origin.base);
    this.violations = violations;
    this.#allowed = allowed;
  }

  /** Starts a server in front of a host, on a free port. */
  static async inFrontOf(origin: Origin): Promise<HostFront> {
    const front = new HostFront(origin, [], new Set());
    await front.listen();
    return front;
  }

  /** Lets pages run an inline script that the test adds to them. */
  allow(script: string): void {
    this.#allowed.add(`'sha256-${createHash('sha256').update(script).digest('base64')}'`);
  }
}

/** Forwards requests to a port of this machine, and takes in the reports of browsers. */
function proxyOf(port: number, violations: string[], allowed: ReadonlySet<string>): Server {
  return createServer((request, response) => {
    if (request.url === REPORTS) {
      void takeReport(request, response, violations);
      return;
    }
    const { method, url: path, headers } = request;
    const forwarded = ask({ host: '127.0.0.1', port, method, path, headers, agent: false }, (answer) => {
      for (const [name, value] of Object.entries(answer.headers)) {
        if (value === undefined || /^(connection|keep-alive|transfer-encoding)$/.test(name)) continue;
        const isPolicy = name === 'content-security-policy';
        response.setHeader(name, isPolicy ? reporting(String(value), allowed) : value);
      }
      response.writeHead(answer.statusCode!);
      answer.pipe(response);
    });
    forwarded.on('error', () => response.destroy());
    response.on('close', () => forwarded.destroy());
    request.pipe(forwarded);
  });
}

const reporting = (policy: string, allowed: ReadonlySet<string>) =>
  `${policy.replace('script-src', ['script-src', ...allowed].join(' '))}; report-uri ${REPORTS}`;

async function takeReport(request: IncomingMessage, response: ServerResponse, violations: string[]) {
  const { 'csp-report': report } = (await json(request)) as { 'csp-report': Record<string, string> };
  const directive = report['effective-directive'] ?? report['violated-directive'];
  violations.push(`${directive} blocked ${report['blocked-uri']} on ${report['document-uri']}`);
  response.writeHead(204).end();
}
