import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { contentOf } from '../bank.ts';
import type { startSandbox } from '../server.ts';
import type { Call, Delivery } from './row.ts';
import { newestConsent, play, type Step } from './story.ts';
import { NONE, totalsOf } from './totals.ts';

/** Where the sandbox sends its events. From here, they go to the program's receiver. */
const RELAY = '/sandbox/grade/events';

/** What the sandbox and the receiver get while a program runs. */
export interface Recording {
  calls: Call[];
  deliveries: Delivery[];
  /** The totals of the bank when the program last read transactions. */
  expected: string;
  /** When something last happened. */
  active: number;
}

/**
 * Records what a program requests of a sandbox, and makes the steps of a row or a story.
 *
 * @param failed - Gets the message of a step that the sandbox refuses.
 * @param receiver - The URL of the program's receiver.
 */
export async function record(
  { server, sandbox, api }: Awaited<ReturnType<typeof startSandbox>>,
  steps: readonly Step[],
  failed: (message: string) => void,
  receiver = '',
): Promise<Recording> {
  const recording: Recording = { calls: [], deliveries: [], expected: NONE, active: performance.now() };
  const tell = play(sandbox, steps, failed);
  const [handle] = server.listeners('request') as [RequestListener];

  async function relay(request: IncomingMessage, response: ServerResponse) {
    const delivery: Delivery = { body: await text(request) };
    recording.deliveries.push(delivery);
    const init = { method: 'POST', body: delivery.body, headers: { 'content-type': 'application/json' } };
    const limits = { signal: AbortSignal.timeout(5_000), redirect: 'manual' } as const;
    // It fails if the receiver doesn't run, or crashed.
    const status = await fetch(receiver, { ...init, ...limits }).then(
      (got) => got.status,
      () => undefined,
    );
    if (status !== undefined) delivery.status = status;
    recording.active = performance.now();
    response.writeHead(delivery.status ?? 502).end();
  }

  async function pass(request: IncomingMessage, response: ServerResponse, url: URL) {
    const { method = 'GET', headers } = request;
    const operation = api.matchOperation({ method, path: url.pathname, headers: {} });
    const operationId = operation?.operationId ?? '';
    const call: Call = {
      ...{ line: `${method} ${url.pathname}`, operationId, query: url.searchParams, headers: {} },
      token: headers.authorization,
      at: performance.now(),
    };
    // A story without a receiver may run for days.
    if (receiver !== '') recording.calls.push(call);
    const writeHead = response.writeHead.bind(response);
    response.writeHead = ((status: number, headers: Record<string, string> = {}) => {
      Object.assign(call, { status, headers });
      return writeHead(status, headers);
    }) as typeof response.writeHead;
    response.on('close', () => {
      call.ended = recording.active = performance.now();
      const consent = newestConsent(sandbox);
      if (operationId === 'listTransactions' && call.status === 200 && consent)
        recording.expected = totalsOf(contentOf(consent.bank).transactions);
      void tell('after', operationId);
    });
    await tell('before', operationId);
    handle(request, response);
  }

  server.removeAllListeners('request').on('request', (request, response) => {
    const { origin } = sandbox.settings;
    const url = URL.canParse(request.url ?? '', origin) ? new URL(request.url!, origin) : undefined;
    if (url?.pathname === RELAY) relay(request, response).catch(() => response.destroy());
    else if (!url || url.pathname.startsWith('/sandbox/')) handle(request, response);
    else void pass(request, response, url);
  });
  if (receiver !== '') sandbox.settings.webhookUrl = sandbox.settings.origin + RELAY;
  await tell('start');
  return recording;
}
