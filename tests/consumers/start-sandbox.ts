import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { environments } from '../../src/config/samples.ts';
import { PATIENTLY, startCommand } from '../samples/support/run-command.ts';
import { dist } from '../support/built-pages.ts';

/** Starts `sandbox.mjs` with a runtime. Returns the environment for a program that uses the sandbox. */
export async function startSandbox(
  context: TestContext,
  [runtime, ...parameters]: readonly [string, ...string[]],
  options: readonly string[] = ['--consent-given'],
) {
  const all = [...parameters, 'sandbox.mjs', '--port', '0', ...options];
  const { child, output } = startCommand(runtime, all, dist);
  context.after(() => child.kill());
  const startedAt = () => /http:\/\/\S+:\d+/.exec(output())?.[0] ?? assert.fail(output());
  const PLATFORM_URL = await context.waitFor(startedAt, PATIENTLY);
  const { clientId, clientSecret } = environments.sandbox;
  return { PLATFORM_URL, CLIENT_ID: clientId, CLIENT_SECRET: clientSecret, PROVIDER_KEY: 'sandbox-nl' };
}
