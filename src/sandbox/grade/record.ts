import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { contentOf } from '../bank.ts';
import type { startSandbox } from '../server.ts';
import type { Call, Recording } from './row.ts';
import { newestConsent, play, type Step } from './story.ts';
import { totalsOf } from './totals.ts';

/**
 * Makes the steps of a row or a story around the requests of a program.
 *
 * @param failed - Gets the message of a step that the sandbox refuses.
 * @param recording - Gets the requests. A story has none, because it may run for days.
 */
export async function record(
  { server, sandbox, api }: Awaited<ReturnType<typeof startSandbox>>,
  steps: readonly Step[],
  failed: (message: string) => void,
  recording?: Recording,
) {
  const tell = play(sandbox, steps, failed);
  const [handle] = server.listeners('request') as [RequestListener];

  async function pass(request: IncomingMessage, response: ServerResponse, url: URL) {
    const { method = 'GET', headers } = request;
    const operation = api.matchOperation({ method, path: url.pathname, headers: {} });
    const operationId = operation?.operationId ?? '';
    const call: Call = {
      ...{ line: `${method} ${url.pathname}`, operationId, query: url.searchParams, headers: {} },
      token: headers.authorization,
      at: performance.now(),
    };
    recording?.calls.push(call);
    response.on('close', () => {
      call.ended = performance.now();
      if (response.headersSent)
        Object.assign(call, { status: response.statusCode, headers: response.getHeaders() });
      const consent = newestConsent(sandbox);
      if (recording && operationId === 'listTransactions' && call.status === 200 && consent)
        recording.expected = totalsOf(contentOf(consent.bank).transactions);
      void tell('after', operationId);
    });
    await tell('before', operationId);
    handle(request, response);
  }

  server.removeAllListeners('request').on('request', (request, response) => {
    const { origin } = sandbox.settings;
    const url = URL.canParse(request.url ?? '', origin) ? new URL(request.url!, origin) : undefined;
    if (!url || url.pathname.startsWith('/sandbox/')) handle(request, response);
    else void pass(request, response, url);
  });
  await tell('start');
}
