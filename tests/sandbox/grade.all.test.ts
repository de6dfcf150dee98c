import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { commandOf, grade, mutants, rowsWith } from './grade-support.ts';

describe('The grader finds one bug in the JavaScript starter', { concurrency: 2 }, () => {
  for (const mutant of mutants)
    test(`which ${mutant.bug}`, async (context) => {
      const results = await grade(commandOf(context, mutant));
      assert.deepEqual(rowsWith(results, 'fail'), mutant.fails, JSON.stringify(results, undefined, 1));
    });
});
