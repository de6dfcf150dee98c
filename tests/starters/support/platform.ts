import { createServer, request as send, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { platformDocument } from '../../../src/sandbox/document.ts';
import { startSandbox } from '../../../src/sandbox/server.ts';
import type { Sandbox } from '../../../src/sandbox/state.ts';

const document = await platformDocument();

export const credentials = { CLIENT_ID: 'example-customer-app', CLIENT_SECRET: 'example-secret' };

/** What happens before the sandbox gets a request. After `true`, it doesn't. */
export type Disturbance = (
  request: IncomingMessage,
  response: ServerResponse,
  sandbox: Sandbox,
) => boolean | undefined;

/** Does something at the first request that matches. */
export function once(pattern: RegExp, act: Disturbance): Disturbance {
  let isDone = false;
  return (request, response, sandbox) => {
    if (isDone || !pattern.test(`${request.method} ${request.url}`)) return undefined;
    isDone = true;
    return act(request, response, sandbox);
  };
}

/**
 * A sandbox in real time, whose end users give consent by themselves. It ends with the test.
 *
 * @returns Its URL, and the requests that it got, as `GET /Providers`.
 */
export async function startPlatform(
  context: TestContext,
  { webhookUrl, disturb, story = true }: { webhookUrl?: string; disturb?: Disturbance; story?: boolean } = {},
) {
  const { server: inner, sandbox } = await startSandbox(document, {
    port: 0,
    story,
    clientId: credentials.CLIENT_ID,
    clientSecret: credentials.CLIENT_SECRET,
    tokenLifetime: 3600,
    pace: 50,
    consentGiven: true,
    ...(webhookUrl !== undefined && { webhookUrl }),
  });
  const requests: string[] = [];
  const outer = createServer((request, response) => {
    requests.push(`${request.method} ${request.url?.split('?')[0]}`);
    if (!disturb?.(request, response, sandbox)) inner.emit('request', request, response);
  });
  const url = await listening(outer);
  context.after(() => {
    inner.close();
    outer.close();
    outer.closeAllConnections();
  });
  return { url, requests, sandbox };
}

/**
 * Passes each event on to a receiver, in chunks, twice at once and then once more.
 *
 * @param target - The port of the receiver.
 */
export async function startRelay(context: TestContext, target: number) {
  const statuses: number[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    response.end();
    const pass = async () => statuses.push(await postInChunks(target, body));
    await Promise.all([pass(), pass()]);
    await new Promise((resolve) => setTimeout(resolve, 300));
    await pass();
  });
  const url = await listening(server);
  context.after(() => server.close());
  return { url: `${url}/`, statuses };
}

/** Posts a body in chunks of seven bytes, without a Content-Length. */
export function postInChunks(port: number, body: string, path = '/webhooks'): Promise<number> {
  return new Promise((resolve, reject) => {
    const outgoing = send({ port, path, method: 'POST', host: '127.0.0.1' }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0));
    });
    outgoing.on('error', reject);
    for (let at = 0; at < body.length; at += 7) outgoing.write(body.slice(at, at + 7));
    outgoing.end();
  });
}

async function listening(server: ReturnType<typeof createServer>): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
