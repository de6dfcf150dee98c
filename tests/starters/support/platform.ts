import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request as send, type IncomingMessage, type ServerResponse } from 'node:http';
import type { TestContext } from 'node:test';
import { combinedDocument } from '../../../src/contract/combined.ts';
import { startSandbox } from '../../../src/sandbox/server.ts';
import type { Sandbox } from '../../../src/sandbox/state.ts';
import { clientOf, DAY } from '../../sandbox/support.ts';
import { localServer } from '../../support/local-server.ts';

const document = combinedDocument();

export const credentials = { CLIENT_ID: 'example-customer-app', CLIENT_SECRET: 'example-secret' };

/** A control call, such as `['POST', 'faults', { drop: true }]`. */
export type Control = readonly [method: string, path: string, body?: unknown];

/** Control calls before the first request that matches a pattern. They can use the pattern's groups. */
export type Moment = readonly [
  request: RegExp,
  controls: (captured: string[], sandbox: Sandbox) => readonly Control[],
];

interface Settings {
  webhookUrl?: string;
  /** Runs before the sandbox receives a request. If it responds, the sandbox doesn't receive it. */
  disturb?: (request: IncomingMessage, response: ServerResponse) => unknown;
  /** Control calls to make during a run. */
  moments?: readonly Moment[];
  pace?: number;
}

/**
 * Starts a real-time sandbox whose end users give consent automatically. It stops after the test.
 *
 * @returns Its URL, its requests, such as `GET /Providers`, and a function for control calls.
 */
export async function startPlatform(
  context: TestContext,
  { webhookUrl, disturb, moments = [], pace = 50 }: Settings = {},
) {
  const settings = { port: 0, pace, consentGiven: true, ...(webhookUrl && { webhookUrl }) };
  const { server: inner, sandbox } = await startSandbox(document, settings);
  // The consents in the contract's examples expire on a fixed date.
  for (const consent of sandbox.state.consents.values()) consent.expires = Date.now() + 90 * DAY;
  const waiting = [...moments];
  const requests: string[] = [];
  const url = await localServer(context, async (request, response) => {
    const line = `${request.method} ${request.url?.split('?')[0]}`;
    if (!request.url?.startsWith('/sandbox/')) {
      requests.push(line);
      const index = waiting.findIndex(([pattern]) => pattern.test(line));
      for (const [pattern, controls] of index < 0 ? [] : waiting.splice(index, 1)) {
        for (const call of controls(pattern.exec(line)?.slice(1) ?? [], sandbox)) await control(...call);
      }
    }
    // Some servers, such as IIS, require a length even if a POST has no body.
    const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
    if (request.method === 'POST' && (length ?? encoding) === undefined) response.writeHead(411).end();
    else if (!disturb?.(request, response)) inner.emit('request', request, response);
  });
  context.after(() => inner.close());

  async function control(...[method, path, body]: Control) {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${url}/sandbox/${path}`, { method, headers, body: JSON.stringify(body) });
    assert.ok(response.ok, `${method} ${path} returned ${response.status}: ${await response.text()}`);
  }

  /** The number of matching requests. */
  const count = (pattern: RegExp) => requests.filter((line) => pattern.test(line)).length;
  return { url, requests, count, control, sandbox };
}

/** A consent that isn't in the sandbox. */
export const FOREIGN = '1db75893-e8c8-465e-9060-b05d5e03c68c';

/** A webhook's body. */
export const event = (consentId: unknown, eventType: unknown = 'Transactions Fetched') =>
  JSON.stringify({ eventType, consentId });

/** Posts a body in chunks of seven bytes, without a Content-Length. */
export async function postInChunks(port: number, body: string, path = '/webhooks') {
  const outgoing = send({ port, path, method: 'POST', host: '127.0.0.1' });
  for (let at = 0; at < body.length; at += 7) outgoing.write(body.slice(at, at + 7));
  outgoing.end();
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  await once(response.resume(), 'end');
  return response.statusCode;
}

/** Sends a request to a sandbox's API and resolves to the parsed body, if any. */
export type Call = (method: string, path: string, body?: object) => Promise<Record<string, unknown>>;

/** Returns a function that sends a test's own requests with a token. */
export async function signedIn(url: string): Promise<Call> {
  const { call } = await clientOf(url);
  return async (method, path, body) => {
    const { status, body: got } = await call(method, path, body);
    assert.ok(status < 300, `${method} ${path}: ${status} ${JSON.stringify(got)}`);
    return got as Record<string, unknown>;
  };
}

/** Lets the end user give consent. Returns its ID. */
export async function giveConsent(call: Call, externalUserId: string, countryCode = 'NL') {
  const providerKey = `sandbox-${countryCode.toLowerCase()}`;
  const body = { providerKey, countryCode, externalUserId, redirectUrl: 'https://app.example.com/return' };
  return String((await call('POST', '/Consent', body))['consentId']);
}
