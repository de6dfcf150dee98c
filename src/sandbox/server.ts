import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { environments } from '../config/samples.ts';
import type { OpenApiDocument } from '../contract/model.ts';
import { oneLine } from '../shared/one-line.ts';
import { refuseOtherOrigins } from './access.ts';
import { createApi, createBackend, refuseParameters } from './api.ts';
import { readBody } from './body.ts';
import { adjustableClock, pause, type Clock } from './clock.ts';
import { consentPage } from './consent-page.ts';
import { controlsDocument } from './controls/document.ts';
import { nextFault, withFault } from './controls/faults.ts';
import { controlHandlers } from './controls/operations.ts';
import { fieldMessages, problem, Refusal, responseOfRefusal, type SandboxResponse } from './http.ts';
import { assumptionsOf, logRequest, type LoggedRequest } from './log.ts';
import { suggestion } from './reasons.ts';
import { emptyState, type Sandbox, type Settings } from './state.ts';
import { addExampleData } from './example-data.ts';

const { clientId, clientSecret } = environments.sandbox;

const defaults = {
  ...{ clientId, clientSecret, tokenLifetime: 3600, pace: 500, consentGiven: false, stableIds: false },
  origin: '',
};

/** The settings of a sandbox that listens on a port. */
export type ServerSettings = Partial<Omit<Settings, 'webhook'>> & {
  /** `0` selects a free port. */
  port: number;
  webhookUrl?: string;
  empty?: boolean;
  /** Creates the IDs of new objects. By default, they are random. */
  newId?: () => string;
};

/** Starts the sandbox for the combined contract on the loopback interface. */
export async function startSandbox(
  document: OpenApiDocument,
  { port, webhookUrl, empty = false, newId = randomUUID, ...settings }: ServerSettings,
  clock: Clock = adjustableClock(),
) {
  const sandbox: Sandbox = {
    state: emptyState(),
    clock,
    settings: { ...defaults, ...settings, webhook: { url: webhookUrl, held: false, early: false } },
    log: { requests: [] },
    newId,
    initialData: new Map(),
    lists: new Map(),
    examples: (name) => {
      const example = document.components?.examples?.[name] as { value: unknown } | undefined;
      if (!example) throw new Error(`The contracts have no example ${name}.`);
      return structuredClone(example.value);
    },
  };
  if (!empty) addExampleData(sandbox);
  const api = await createApi(document, sandbox);
  const controls = createBackend(
    controlsDocument(),
    controlHandlers(sandbox, api.router.getOperations(), empty),
    'src/sandbox/controls/operations.ts',
  );
  const paths = Object.keys(controlsDocument().paths ?? {});
  controls.register({
    notFound: ({ request: { path } }) =>
      problem(404, `There is no control call at ${path}${suggestion(path, paths) || '.'}`),
  });
  await controls.init();

  const server = createServer((request, response) => {
    const logged = { method: request.method ?? 'GET', path: (request.url ?? '/').split('?', 1).join() };
    respond(request, logged)
      .catch(responseOfRefusal)
      .catch((error: unknown): Answer => {
        // The client has closed the connection in the middle of its body.
        if (request.destroyed && !request.complete) return 'drop';
        const reason = oneLine(String((error as Error)?.stack ?? error));
        return { ...problem(500, 'The sandbox failed. See its log for the reason.'), reason };
      })
      .then((answer) => {
        logRequest(sandbox, { ...logged, ...loggedOutcome(answer) });
        if (answer === 'drop') request.socket.destroy();
        else void send(sandbox, response, answer);
      });
  });

  async function respond(request: IncomingMessage, logged: Partial<LoggedRequest>): Promise<Answer> {
    refuseOtherOrigins(request);
    const method = request.method ?? 'GET';
    const url = urlOf(request.url ?? '/', sandbox.settings.origin);
    const body = await readBody(request, url.pathname);
    const page = consentPage(sandbox, method, url, typeof body === 'object' ? body : {});
    if (page) return page;
    const call = {
      // Support HEAD, because tools that wait for a server send HEAD requests.
      method: method === 'HEAD' && url.pathname === '/sandbox/ready' ? 'GET' : method,
      path: url.pathname,
      query: url.search.slice(1),
      headers: request.headers as Record<string, string>,
      ...(body !== undefined && { body }),
    };
    const operation = api.matchOperation(call);
    refuseParameters(operation, url.searchParams);
    if (url.pathname.startsWith('/sandbox/')) return (await controls.handleRequest(call)) as SandboxResponse;
    if (operation?.operationId === undefined) return (await api.handleRequest(call)) as SandboxResponse;
    const { operationId } = operation;
    // Keep the request as sent, because validation changes spellings.
    const sent = structuredClone(api.router.parseRequest(call, operation));
    logged.operationId = operationId;
    const fault = nextFault(sandbox, operationId, url.searchParams);
    const runOperation = async () => (await api.handleRequest(call, fault?.page)) as SandboxResponse;
    if (fault) logged.fault = { ...fault };
    const answer = fault ? await withFault(sandbox, fault, operation, runOperation) : await runOperation();
    if (answer !== 'drop' && answer.status < 400) logged.assumed = assumptionsOf(operation, sent);
    return answer;
  }

  server.requestTimeout = 10_000;
  // After an idle limit, a client may send its next request on a connection that is just being closed.
  server.keepAliveTimeout = 0;
  await once(server.listen(port, '127.0.0.1'), 'listening');
  sandbox.settings.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  /** Makes a control call without a connection, which may fail on a busy machine. */
  async function control(method: string, path: string, body: object) {
    const headers = { 'content-type': 'application/json' };
    const request = { method, path, headers, ...(Object.keys(body).length > 0 && { body }) };
    const answer = loggedOutcome((await controls.handleRequest(request)) as SandboxResponse);
    logRequest(sandbox, { method, path, ...answer });
    return answer;
  }
  return { server, sandbox, api, control };
}

type Answer = SandboxResponse | 'drop';

async function send(
  sandbox: Sandbox,
  response: ServerResponse,
  { status, body, type = 'application/json', headers, transfer }: SandboxResponse,
) {
  const bytes = Buffer.from(typeof body === 'string' ? body : (JSON.stringify(body) ?? ''));
  response.statusCode = status;
  const allHeaders = {
    ...headers,
    // Use the sandbox's clock, like the dates in bodies and in Retry-After.
    date: new Date(sandbox.clock.now()).toUTCString(),
    ...(bytes.length > 0 && { 'content-type': type, 'content-length': bytes.length }),
  };
  response.setHeaders(new Map(Object.entries(allHeaders)));
  if (transfer === undefined) return void response.end(bytes);
  const close = () => response.socket?.destroy();
  if (transfer === 'cut') return void response.write(bytes.subarray(0, bytes.length / 2), close);
  response.flushHeaders();
  const size = Math.ceil(bytes.length / PARTS);
  for (let offset = 0; offset < bytes.length; offset += size) {
    if (!(await pause(sandbox, transfer / PARTS))) return void close();
    response.write(bytes.subarray(offset, offset + size));
  }
  response.end();
}

/** The number of parts that a slow body is sent in. */
const PARTS = 20;

function urlOf(target: string, origin: string): URL {
  try {
    const url = new URL(target.startsWith('/') ? origin + target : target);
    decodeURIComponent(url.pathname);
    return url;
  } catch {
    throw new Refusal(problem(400, 'The path is malformed. Write a percent sign as %25.'));
  }
}

function loggedOutcome(answer: Answer): Pick<LoggedRequest, 'status' | 'problem'> {
  if (answer === 'drop') return {};
  const { status, reason } = answer;
  const body = (status < 400 ? {} : (answer.body ?? {})) as Record<string, unknown>;
  const { detail = body['errorDescription'], errors = {} } = body;
  const messages = fieldMessages(errors as Record<string, string[]>).join('; ');
  const text = reason ?? [detail, messages].filter(Boolean).join(' ');
  return { status, ...(text && { problem: text }) };
}
