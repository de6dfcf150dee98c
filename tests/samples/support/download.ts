import assert from 'node:assert/strict';
import { copyFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { TestContext } from 'node:test';
import { testFolder } from '../../support/test-folder.ts';
import { freePort } from '../../../src/sandbox/grade/free-port.ts';
import { environment, projectRoot } from '../../support/project-copy.ts';
import { titled } from './pages.ts';
import { PATIENTLY, startCommand } from './run-command.ts';

/** Readers' programs run on the Node.js that started npm, whose version may differ from the tests'. */
const node = process.env['npm_node_execpath'] ?? process.execPath;

/** The environment for readers' programs. */
export const readersEnvironment = { ...environment, PATH: `${dirname(node)}:${environment['PATH']}` };

/**
 * Downloads files into a folder and starts the sandbox there as a code block shows. It stops after the test.
 *
 * @param title - The title of the code block.
 * @param files - Other downloads, as paths in `dist/`.
 */
export async function startDownloadedSandbox(
  context: TestContext,
  title = 'Start the sandbox',
  files: readonly string[] = [],
) {
  const [sandbox, receiver] = [await freePort(), await freePort()];
  const folder = testFolder(context);
  for (const file of ['sandbox.mjs', ...files]) {
    copyFileSync(join(projectRoot, 'dist', file), join(folder, file.replace(/^.*\//, '')));
  }
  /** Returns a code block's commands, by title, with this test's ports. */
  const commands = (of: string) => {
    const block = titled(of);
    assert.ok(block, `No code block has the title ${of}.`);
    return block.code.replaceAll('4010', String(sandbox)).replaceAll('8080', String(receiver)).trim();
  };
  // The block may begin with the download.
  const command = `exec ${commands(title).split('\n').at(-1)} --port ${sandbox}`;
  const { child, output, outcome } = startCommand('bash', ['-c', command], folder, readersEnvironment);
  context.after(async () => {
    child.kill();
    await outcome;
  });
  const url = `http://127.0.0.1:${sandbox}`;
  const isReady = () => assert.match(output(), new RegExp(`The sandbox is at ${url}`));
  await context.waitFor(isReady, PATIENTLY);
  return { url, folder, commands };
}

/** Gives consent at `consentUrl` like an end user, and returns to the customer app. */
export async function giveConsent(consentUrl: string): Promise<void> {
  const body = new URLSearchParams({ decision: 'give' });
  const { status } = await fetch(consentUrl, { method: 'POST', body, redirect: 'manual' });
  assert.equal(status, 303);
}
