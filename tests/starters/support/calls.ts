import assert from 'node:assert/strict';
import { credentials } from './platform.ts';

/** Sends a request to the API of a sandbox, and resolves to the parsed body, if any. */
export type Call = (method: string, path: string, body?: object) => Promise<Record<string, unknown>>;

/** Gets a token from a sandbox, for the requests that a test makes itself. */
export async function signedIn(url: string): Promise<Call> {
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: credentials.CLIENT_ID,
    client_secret: credentials.CLIENT_SECRET,
  });
  const token = await fetch(`${url}/cfa/connect/token`, { method: 'POST', body: form });
  const { accessToken } = (await token.json()) as { accessToken: string };
  return async (method, path, body) => {
    const response = await fetch(url + path, {
      method,
      headers: {
        authorization: `Bearer ${accessToken}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    assert.ok(response.ok, `${method} ${path}: ${response.status} ${text}`);
    return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
  };
}
