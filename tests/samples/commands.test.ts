import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, test, type TestContext } from 'node:test';
import { runCommand } from './support/run-command.ts';
import { freePort } from '../support/free-port.ts';
import { environment, projectRoot } from '../support/project-copy.ts';
import { titled } from './support/guide-samples.ts';

/* What readers do in a terminal with the downloads of the site, as the built pages show it. */

/** Readers have another Node than the tests: here, the one that npm was started with. */
const node = process.env['npm_node_execpath'] ?? process.execPath;
const PATH = `${dirname(node)}:${environment['PATH']}`;

/** The commands of a page, on other ports than everybody's. */
function commands(title: string, sandbox: number, receiver: number): string {
  const block = titled(title);
  assert.ok(block, `No page shows ${title}.`);
  return block.code.replaceAll('4010', String(sandbox)).replaceAll('8080', String(receiver)).trim();
}

/** Downloads files of the site into a folder, and starts the sandbox in it. */
async function startDownload(context: TestContext, title: string, files: string[]) {
  const [sandbox, receiver] = [await freePort(), await freePort()];
  const folder = mkdtempSync(join(tmpdir(), 'commands-'));
  context.after(() => rmSync(folder, { recursive: true }));
  for (const file of ['sandbox.mjs', ...files]) {
    copyFileSync(join(projectRoot, 'dist', file), join(folder, file.replace(/^.*\//, '')));
  }
  const command = `exec ${commands(title, sandbox, receiver)} --port ${sandbox}`;
  const child = spawn('bash', ['-c', command], { cwd: folder, env: { ...environment, PATH } });
  context.after(async () => {
    child.kill();
    await once(child, 'exit');
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  assert.match(line.toString(), new RegExp(`The sandbox is at http://127.0.0.1:${sandbox}`));
  return { folder, sandbox, receiver };
}

describe('Commands of the guides', { concurrency: 2 }, () => {
  test('The sandbox and the starter run as the page about starters shows', async (context) => {
    const files = ['starters/javascript.tar.gz'];
    const { folder, sandbox, receiver } = await startDownload(context, 'In one terminal', files);
    const settings = ['Settings of the receiver and the stores', 'Settings of all starters'];
    const script = [...settings, 'In another terminal'].map((title) => commands(title, sandbox, receiver));
    const { status, output } = await runCommand('bash', ['-e', '-c', script.join('\n')], folder, { PATH });
    assert.equal(status, 0, output);
    assert.match(output, /^10\. /m);
  });

  test('The sandbox starts as its page shows, and a starter connects to it with the settings there', async (context) => {
    const files = ['starters/javascript.tar.gz'];
    const { folder, sandbox, receiver } = await startDownload(context, 'Start the sandbox', files);
    const [steps = '', ...settings] = commands('Point a starter at the sandbox', sandbox, receiver)
      .split('\n')
      .reverse();
    const program = "import { Client } from './client.js'; await new Client().call('GET', '/Providers');";
    const script = [
      ...settings,
      'tar -xzf javascript.tar.gz',
      'cd starter-javascript',
      `test -f ${steps.replace('node ', '')}`,
      `node --input-type=module --eval "${program}"`,
    ];
    const { status, output } = await runCommand('bash', ['-e', '-c', script.join('\n')], folder, { PATH });
    assert.equal(status, 0, output);
  });
});
