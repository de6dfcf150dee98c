import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { startedSandbox } from '../sandbox/support.ts';
import { programsOf, run, workspace } from './recipe.ts';

/* The adapter of the authentication guide, with an OAuth library that insists on RFC 6749. */

const programs = programsOf('account-information/authentication.mdx');
const adapter = programs.get('oauth-fetch.js') ?? '';
const client = programs.get('oauth-client.js') ?? '';

/** Runs the client of the guide on the sandbox. */
async function runClient(t: TestContext, source: string, secret?: string) {
  const folder = workspace();
  t.after(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'oauth-fetch.js'), adapter);
  writeFileSync(join(folder, 'oauth-client.js'), source);
  const { sandbox } = await startedSandbox(t);
  const { origin, clientId, clientSecret } = sandbox.settings;
  const result = await run(process.execPath, ['oauth-client.js'], folder, {
    PLATFORM_URL: origin,
    CLIENT_ID: clientId,
    CLIENT_SECRET: secret ?? clientSecret,
  });
  return { ...result, tokens: [...sandbox.state.tokens.keys()] };
}

test('With the adapter, the OAuth library gets the token', async (t) => {
  const { status, output, tokens } = await runClient(t, client);
  assert.equal(status, 0, output);
  assert.equal(output.trim(), tokens.at(-1));
});

test('Without the adapter, the OAuth library refuses the token response', async (t) => {
  const plain = client.replace('[oauth.customFetch]: oauthFetch, ', '');
  assert.notEqual(plain, client);
  const { status, output } = await runClient(t, plain);
  assert.equal(status, 1);
  assert.match(output, /"response" body "access_token" property/);
});

test('With the adapter, the OAuth library reports a wrong secret with its code', async (t) => {
  const { status, output } = await runClient(t, client, 'wrong');
  assert.equal(status, 1);
  assert.match(output, /invalid_client/);
});
