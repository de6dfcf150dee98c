import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { starters } from '../starters/support/starters.ts';
import { hasDotnet } from '../support/dotnet/dotnet.ts';
import { bugs, commandOf, grade, reading, rowsWith, startMain } from './grade-support.ts';

test('The grader fails a program that crashes in every row, although some rows pass', async () => {
  const command = [
    process.execPath,
    '--input-type=module',
    '--eval',
    `${reading} throw new Error('broken');`,
  ];
  const { status, output } = await startMain('--grade', '--', ...command).outcome;
  assert.match(output, /^pass +one-token$/m);
  assert.match(output, /^The program failed in every row\.$/m);
  assert.equal(status, 1);
});

for (const { label, folder, run, steps } of starters)
  test(`The grader passes the starter in ${label}`, { skip: label === 'C#' && !hasDotnet }, async () => {
    const isCompiled = label === 'Java' || label === 'C#';
    const start = performance.now();
    const results = await grade(run(isCompiled ? steps : join(folder, steps)));
    const seconds = (performance.now() - start) / 1000;
    assert.deepEqual(rowsWith(results, 'fail'), [], JSON.stringify(results, undefined, 1));
    assert.deepEqual(rowsWith(results, 'not graded'), []);
    assert.deepEqual(rowsWith(results, 'not seen'), []);
    console.log(`${label}: ${seconds.toFixed()} s`);
  });

describe('Only one row fails a JavaScript starter', { concurrency: 2 }, () => {
  for (const [row, [bug, ...edit]] of Object.entries(bugs))
    test(`which ${bug}: ${row}`, async (context) => {
      const results = await grade(commandOf(context, ...edit));
      const failed = [...rowsWith(results, 'fail'), ...rowsWith(results, 'not seen')];
      assert.deepEqual(failed, [row], JSON.stringify(results, undefined, 1));
    });

  const more: [bug: string, row: string, file: string, from: string, to: string][] = [
    [
      "deletes other users' analysis jobs",
      'removal',
      'steps.js',
      '// Delete the job first.',
      `for (const { id } of await client.call('GET', '/analysis-jobs'))
  if (id !== analysis.id) await remove(client, \`/analysis-jobs/\${id}\`);
// Delete the job first.`,
    ],
    [
      'gives up in status 6, removes the user, and checks that everything is gone',
      'failing',
      'steps.js',
      'let consent = await waitForConsent(client, consentId);',
      `let consent = await client.call('GET', \`/Consent/\${consentId}\`);
if (consent.status === 6) {
  await remove(client, '/Users', { UserId: user.id });
  await client.call('GET', '/Transactions', { query: { UserId: user.id, PageSize: 100 } });
  await client.call('GET', \`/Consent/\${consentId}\`);
}
consent = await waitForConsent(client, consentId);`,
    ],
    [
      "removes a stored row that it can't read anymore",
      'odd-row',
      'bank-data.js',
      ' && !odd.has(row.id)',
      '',
    ],
  ];
  for (const [bug, name, file, from, to] of more)
    test(`which ${bug}: ${name}`, async (context) => {
      const results = await grade(commandOf(context, file, from, to), ['--only', name]);
      assert.deepEqual(rowsWith(results, 'fail'), [name], JSON.stringify(results));
    });
});
