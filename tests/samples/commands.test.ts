import assert from 'node:assert/strict';
import { dirname } from 'node:path';
import { describe, test } from 'node:test';
import { clientOf } from '../sandbox/support.ts';
import { giveConsent, readersEnvironment, startDownloadedSandbox } from './support/download.ts';
import { PATIENTLY, runCommand, startCommand } from './support/run-command.ts';

/* Runs the built pages' terminal commands for the site's downloads. */

describe('Commands in the guides', { concurrency: 2 }, () => {
  test('The sandbox and the starter run as shown on the starters page', async (context) => {
    const files = ['starters/javascript.tar.gz'];
    const { folder, commands } = await startDownloadedSandbox(context, 'In one terminal', files);
    const settings = ['Receiver settings', 'Settings for all starters'];
    const script = [...settings, 'In another terminal'].map(commands);
    // The starter needs a newer Node than the sandbox.
    const PATH = `${dirname(process.execPath)}:${readersEnvironment.PATH}`;
    const { status, output } = await runCommand('bash', ['-e', '-c', script.join('\n')], folder, { PATH });
    assert.equal(status, 0, output);
    assert.match(output, /^11\. Deleted the user\.$/m);
  });

  test('The sandbox and a program run as shown on the sandbox page, once the end user gives consent', async (context) => {
    const files = ['programs/quickstart.mjs'];
    const { folder, commands } = await startDownloadedSandbox(context, 'Start the sandbox', files);
    // This provider has several pages of transactions.
    const code = commands('Point a program at the sandbox').replace('sandbox-nl', 'sandbox-many');
    const { output, outcome } = startCommand('bash', ['-e', '-c', code], folder, readersEnvironment);
    const consentUrl = () => /^http:.*\/sandbox\/consents\/.*$/m.exec(output())?.[0] ?? assert.fail(output());
    await giveConsent(await context.waitFor(consentUrl, PATIENTLY));
    assert.equal((await outcome).status, 0, output());
    assert.match(output(), /^Read 2520 transactions\.$/m);
  });

  test('A response is lost as shown on the control calls page', async (context) => {
    const { url, folder, commands } = await startDownloadedSandbox(context);
    const { authorization } = await clientOf(url);
    const token = `ACCESS_TOKEN=${authorization.replace('Bearer ', '')}`;
    const script = [commands('Wait until the sandbox is ready'), token, commands('Lose a response')];
    const { status, output } = await runCommand('bash', ['-c', script.join('\n')], folder);
    assert.equal(status, 0, output);
    assert.match(output, /curl: \(52\) Empty reply from server/);
    assert.match(output, /"status":4.*"status":0/);
  });
});
