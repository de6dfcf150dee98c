import assert from 'node:assert/strict';
import { json } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import addFormats from 'ajv-formats';
import { OpenAPIBackend, type Document } from 'openapi-backend';
import { adjustableClock, type Clock } from '../../src/sandbox/clock.ts';
import { combinedDocument } from '../../src/contract/combined.ts';
import { startSandbox, type ServerSettings } from '../../src/sandbox/server.ts';
import { PATIENTLY } from '../samples/support/run-command.ts';
import { localServer } from '../support/local-server.ts';
import type { Node } from '../support/published-contracts.ts';

export const CONSENT = '204f37e5-775e-4a54-a895-a88c4c164c0d';
export const ACCOUNT = '963d5a3a-6e7e-4dba-ab5e-0b9cde858650';
/** An ID that nothing has. */
export const UNKNOWN = '00000000-0000-4000-8000-000000000000';
export const USER = '71958462-4bb8-46b6-a36a-1becf56c22dc';
/** Fields of a new consent. */
export const newConsent = { providerKey: 'sandbox-nl', redirectUrl: 'https://app.example.com/done' };
export const DAY = 24 * 60 * 60 * 1000;
/** The time when each test begins. Its clock stands still until the test moves it forward. */
const START = Date.parse('2026-11-02T09:00:00Z');

const document = combinedDocument();
const client = { client_id: 'example-customer-app', client_secret: 'example-secret' };

/** The validator for the contract's responses. */
export const validator = await new OpenAPIBackend({
  definition: structuredClone(document) as Document,
  quick: true,
  customizeAjv: (ajv) => addFormats(ajv, ['date', 'date-time', 'uri', 'uri-reference', 'uuid', 'password']),
}).init();

/** When a {@link hastyClock} stops, because control calls set dates that are up to a century later, with four digits. */
const END = Date.parse('9000-01-01T00:00:00Z');

/** A clock that moves forward instead of waiting. */
export function hastyClock(): Clock {
  let now = START;
  const forwardTo = (moment: number) => (now = Math.min(Math.max(now, moment), END));
  return {
    now: () => now,
    after: (delay, task) => {
      const at = now + delay;
      setImmediate(() => {
        forwardTo(at);
        task();
      });
    },
    forward: (milliseconds) => void forwardTo(now + milliseconds),
  };
}

/** A response with its parsed body. */
export interface Got {
  status: number;
  headers: Headers;
  body: Node;
}

/** Starts a test's own sandbox on a free port, with a client that has a token. It stops after the test. */
export async function startedSandbox(
  context: TestContext,
  settings: Partial<ServerSettings> = {},
  clock: Clock = adjustableClock(() => START),
  contract = document,
) {
  const { server, sandbox } = await startSandbox(contract, { port: 0, ...settings }, clock);
  context.after(() => server.close());
  const client = await clientOf(sandbox.settings.origin);
  /** Refreshes the examples' consent, and waits until its data is ready. */
  const refresh = async () => {
    await client.call('POST', `/Consent/${CONSENT}/refresh`);
    clock.forward(500);
  };
  return { clock, sandbox, server, refresh, ...client };
}

/** A client that has a token for the sandbox at a URL. */
export async function clientOf(origin: string) {
  async function send(path: string, init: RequestInit = {}): Promise<Got> {
    const response = await fetch(new URL(path, origin), { redirect: 'manual', ...init });
    const text = await response.text();
    const isJson = /json/.test(response.headers.get('content-type') ?? '');
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
  }

  const token = () =>
    send('/cfa/connect/token', {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'client_credentials', ...client }),
    });
  const authorization = `Bearer ${(await token()).body.accessToken}`;

  /** Calls an operation with the token, and with a JSON body if there is one. */
  const call = (method: string, path: string, body?: unknown) =>
    send(path, {
      method,
      headers: { authorization, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  const consent = async (id = CONSENT) => (await call('GET', `/Consent/${id}`)).body;
  return { origin, send, call, token, authorization, consent };
}

/** Starts a webhook receiver that stores events and can wait for a number of them. */
export async function receiver(context: TestContext, status = 200, headers: Record<string, string> = {}) {
  const events: unknown[] = [];
  const url = await localServer(context, async (request, response) => {
    events.push(await json(request));
    response.writeHead(status, headers).end();
  });
  const arrived = async (count: number) => {
    await context.waitFor(() => assert.equal(events.length, count), PATIENTLY);
    return events.at(-1) as { consentId: string };
  };
  return { url: `${url}/webhooks`, events, arrived };
}
