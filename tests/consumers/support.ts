import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { environments } from '../../src/config/samples.ts';
import { PATIENTLY, startCommand } from '../samples/support/run-command.ts';
import { dist } from '../support/built-pages.ts';
import { projectRoot } from '../support/project-copy.ts';
import { toolsFolder } from '../support/tools.ts';

/** A test of one program. Its title names the artifact, the program, and what counts as right. */
type Row = (title: string, run: (context: TestContext) => Promise<void> | void) => unknown;

const omit: Row = () => undefined;
const isNightly = process.env['NIGHTLY'] === '1';

/** A row for `npm test`. */
export const daily: Row = isNightly ? omit : test;

/** A row for `npm run test:all`, because its program is slow or `npm test` doesn't install it. */
export const nightly: Row = isNightly ? test : omit;

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
  return JSON.parse(readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8')).version;
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
