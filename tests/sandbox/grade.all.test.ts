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
});
