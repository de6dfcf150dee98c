import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { startCommand } from '../samples/support/run-command.ts';
import { environment, projectRoot } from '../support/project-copy.ts';
import { main } from './grade-support.ts';
import { clientOf, newConsent } from './support.ts';

const USERS = Number(process.env['USERS'] ?? 200);
const HEAP = `--max-old-space-size=${process.env['HEAP'] ?? 36}`;

test(`A sandbox with a small heap outlives ${USERS} users that are created and deleted`, async (context) => {
  const options = [HEAP, main, '--port', '0', '--empty', '--consent-given', '--pace', '0'];
  const limit = 60_000 + USERS * 50;
  const { child, output } = startCommand(process.execPath, options, projectRoot, environment, limit);
  context.after(() => child.kill());
  while (!output().includes('The sandbox is at')) await once(child.stdout, 'data');
  const { call } = await clientOf(/http:\S+\d/.exec(output())![0]);
  for (let count = 0; count < USERS; count++) {
    const externalUserId = `customer-${count}`;
    await call('POST', '/Users', { externalUserId });
    const { consentId } = (await call('POST', '/Consent', { ...newConsent, externalUserId })).body;
    const [account] = (await call('GET', `/Accounts?ConsentId=${consentId}`)).body;
    const payment = { accountId: account.id, amount: -3.8, copies: 100 };
    assert.equal((await call('POST', '/sandbox/transactions', payment)).status, 201);
    await call('POST', '/v2/categorization-jobs', { consentId });
    await call('POST', `/Consent/${consentId}/refresh`);
    assert.equal((await call('DELETE', `/Users?ExternalUserId=${externalUserId}`)).status, 204);
  }
  assert.equal(child.exitCode, null, output().slice(-500));
});
