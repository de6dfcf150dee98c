import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { TestContext } from 'node:test';
import { environment } from '../../support/project-copy.ts';
import type { Stored } from '../histories/oracle.ts';
import type { Starter } from './starters.ts';

type Result = ({ ok: true } & Stored) | { ok: false; error: string };

/** The stored data in a driver's response. */
export function succeeded(result: Result): Stored {
  assert.ok(result.ok, result.ok ? '' : result.error);
  return result;
}

/** Starts a program that uses a starter's code. Each line of its input is a consent to read, or one that has ended. */
export function startDriver(context: TestContext, { run, driver }: Starter) {
  const [command, ...options] = run(driver('driver'));
  const child = spawn(command, options, { env: environment });
  const exit = once(child, 'exit');
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => (errors = (errors + chunk).slice(-2_000)));
  child.stdin.on('error', ({ message }) => (errors += message));
  const results = createInterface(child.stdout)[Symbol.asyncIterator]();
  const kill = () => {
    child.kill('SIGKILL');
    return exit;
  };
  context.after(kill);
  return {
    kill,
    async send(line: object): Promise<Result> {
      child.stdin.write(`${JSON.stringify(line)}\n`);
      const { value, done } = await results.next();
      assert.ok(!done, `The driver ended: ${errors}`);
      return JSON.parse(value) as Result;
    },
  };
}
