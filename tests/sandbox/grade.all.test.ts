import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { starters } from '../starters/support/starters.ts';
import { hasDotnet } from '../support/dotnet/dotnet.ts';
import { bugs, commandOf, grade, moreBugs, reading, checksWith, startMain } from './grade-support.ts';

test('The grader fails a program that crashes in every check, although some checks pass', async () => {
  const code = `${reading} throw new Error('broken');`;
  const command = [process.execPath, '--input-type=module', '--eval', code];
  const { status, output } = await startMain('--grade', '--', ...command).outcome;
  assert.match(output, /^pass +one-token$/m);
  assert.match(output, /^The program failed in every check\.$/m);
  assert.equal(status, 1);
});

for (const { label, folder, run, steps } of starters)
  test(`The grader passes the starter in ${label}`, { skip: label === 'C#' && !hasDotnet }, async () => {
    const command = run(['Java', 'C#'].includes(label) ? steps : join(folder, steps));
    const results = await grade(command);
    // While many checks run, a busy machine may be too slow to measure pauses.
    const only = checksWith(results, 'not graded').flatMap((name) => ['--only', name]);
    if (only.length > 0) results.push(...(await grade(command, only)));
    const passed = checksWith(results, 'pass');
    const others = results.filter(({ check }) => !passed.includes(check));
    assert.deepEqual(others, []);
  });

describe('Only one check fails a JavaScript starter', { concurrency: 2 }, () => {
  for (const [check, [bug, ...edit]] of Object.entries(bugs))
    test(`which ${bug}: ${check}`, async (context) => {
      const results = await grade(commandOf(context, edit));
      const failed = [...checksWith(results, 'fail'), ...checksWith(results, 'not seen')];
      assert.deepEqual(failed, [check], JSON.stringify(results, undefined, 1));
    });

  for (const [bug, name, ...edit] of moreBugs)
    test(`which ${bug}: ${name}`, async (context) => {
      const results = await grade(commandOf(context, edit), ['--only', name]);
      assert.deepEqual(checksWith(results, 'fail'), [name], JSON.stringify(results));
    });
});
