import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { environments } from '../../src/config/samples.ts';
import { PATIENTLY, startCommand } from '../samples/support/run-command.ts';
import { dist } from '../support/built-pages.ts';
import { projectRoot } from '../support/project-copy.ts';
import { toolsFolder } from '../support/tools.ts';

/** What a program prints, also as errors and warnings. Fails if the program fails. `folder` is its working directory. */
export function outputOf(folder: string, program: string, ...options: readonly string[]): string {
  const settings = { cwd: folder, encoding: 'utf8', maxBuffer: 2 ** 26 } as const;
  const { status, stdout, stderr, error } = spawnSync(program, options, settings);
  assert.equal(status, 0, `${program}: ${error?.message ?? stdout + stderr}`);
  return stdout + stderr;
}

/** The first line of what a program prints with `--version` or a similar option. */
export const versionOf = (program: string, option = '--version'): string =>
  outputOf('.', program, option).split('\n')[0] ?? '';

/** The installed version of an npm package: the project's, or with `nightly`, that of `tests/tools`. */
export function packageVersion(name: string, nightly?: 'nightly'): string {
  const folder = nightly ? toolsFolder : projectRoot;
  const { version } = JSON.parse(
    readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8'),
  ) as { version: string };
  return version;
}

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
