import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { OpenApiDocument } from '../../contract/model.ts';
import { contentOf } from '../bank.ts';
import type { Sandbox } from '../state.ts';
import type { Call, Delivery, Reply, Row } from './row.ts';
import { newestConsent, play } from './story.ts';
import { totalsOf } from './totals.ts';

/** Where the sandbox sends its events. From here, they go to the program's receiver. */
const RELAY = '/sandbox/grade/events';

/** What the sandbox and the receiver get while a program runs. */
export interface Recording {
  calls: Call[];
  deliveries: Delivery[];
  /** The totals of the bank when the program last read transactions. */
  expected?: string;
  /** When something last happened. */
  active: number;
}

/** Finds the operation of a request. */
export type Find = (method: string, path: string) => string | undefined;

/** Finds operations by the paths of the contract. Paths without parameters come first, as in the contract's router. */
export function operationFinder({ paths = {} }: OpenApiDocument): Find {
  const routes = Object.entries(paths)
    .sort(([a], [b]) => Number(a.includes('{')) - Number(b.includes('{')))
    .map(([path, operations]) => ({
      pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
      operations: operations as Record<string, { operationId?: string } | undefined>,
    }));
  return (method, path) =>
    routes.find(({ pattern, operations }) => pattern.test(path) && operations[method.toLowerCase()])
      ?.operations[method.toLowerCase()]?.operationId;
}

/** Records what a program requests of a sandbox, and makes the steps of a row. */
export async function record(
  { server, sandbox }: { server: Server; sandbox: Sandbox },
  find: Find,
  row: Row,
  receiver: string,
  failed: (message: string) => void,
): Promise<Recording> {
  const recording: Recording = { calls: [], deliveries: [], active: performance.now() };
  const story = play(sandbox, row.steps ?? [], failed);
  const [handle] = server.listeners('request') as [RequestListener];

  async function deliver(body: string): Promise<number | undefined> {
    const delivery: Delivery = { at: performance.now(), body };
    recording.deliveries.push(delivery);
    const headers = { 'content-type': 'application/json' };
    try {
      const signal = AbortSignal.timeout(5_000);
      const { status } = await fetch(receiver, { method: 'POST', body, headers, signal, redirect: 'manual' });
      delivery.status = status;
    } catch {
      // The receiver doesn't run, or it crashed.
    }
    recording.active = performance.now();
    return delivery.status;
  }

  async function pass(request: IncomingMessage, response: ServerResponse, url: URL) {
    const { method = 'GET', headers } = request;
    const operationId = find(method, url.pathname);
    const token = headers.authorization?.replace(/^Bearer /i, '');
    const call: Call = {
      line: `${method} ${url.pathname}`,
      ...(operationId !== undefined && { operationId }),
      query: url.searchParams,
      ...(token !== undefined && { token }),
      at: performance.now(),
      headers: {},
    };
    recording.calls.push(call);
    response.on('close', () => {
      call.ended = recording.active = performance.now();
      const consent = newestConsent(sandbox);
      if (operationId === 'listTransactions' && call.status === 200 && consent)
        recording.expected = totalsOf(contentOf(consent.bank).transactions);
      if (operationId !== undefined) void afterwards(operationId);
    });
    if (operationId !== undefined) await story.before(operationId);
    observe(response, call, row.rewrite && ((reply) => row.rewrite?.(call, reply, sandbox)));
    handle(request, response);
  }

  async function afterwards(operationId: string) {
    await story.after(operationId);
    if (operationId !== 'refreshConsent') return;
    for (const body of row.bodies ?? []) await deliver(body);
  }

  server.removeAllListeners('request').on('request', (request, response) => {
    const url = new URL(request.url ?? '/', sandbox.settings.origin);
    if (url.pathname === RELAY)
      void text(request)
        .then(deliver)
        .then((status = 502) => response.writeHead(status).end());
    else if (url.pathname.startsWith('/sandbox/')) handle(request, response);
    else void pass(request, response, url);
  });
  sandbox.settings.webhookUrl = sandbox.settings.origin + RELAY;
  await story.start();
  return recording;
}

/** Notes the status and the headers of a response, and lets a row change it. */
function observe(response: ServerResponse, call: Call, change?: (reply: Reply) => void) {
  const writeHead = response.writeHead.bind(response) as (status: number, headers: object) => ServerResponse;
  const end = response.end.bind(response) as (content?: string) => ServerResponse;
  const reply: Reply = { status: 0, headers: {}, body: undefined };
  response.writeHead = ((status: number, headers: Record<string, string> = {}) => {
    Object.assign(reply, { status, headers });
    Object.assign(call, { status, headers });
    return change ? response : writeHead(status, headers);
  }) as typeof response.writeHead;
  if (!change) return;
  response.end = ((content = '') => {
    const isJson = /json/.test(reply.headers['content-type'] ?? '');
    if (isJson) reply.body = JSON.parse(content);
    change(reply);
    Object.assign(call, { status: reply.status, headers: reply.headers });
    writeHead(reply.status, reply.headers);
    return end(isJson ? JSON.stringify(reply.body) : content);
  }) as typeof response.end;
}
