import assert from 'node:assert/strict';
import { test } from 'node:test';
import { guideRuns } from './support/guide-runs.ts';
import { guideFiles } from './support/guide-samples.ts';
import { testGuides } from './support/test-guides.ts';

testGuides(['sh', 'js', 'python']);

test('Each program of the guides is run, here or as a receiver', () => {
  const run = new Set(guideRuns.flatMap(({ covers }) => covers));
  const programs = [...guideFiles.keys()].filter((title) => /\.(?:js|py|php)$/.test(title));
  assert.deepEqual(
    programs.filter((title) => !run.has(title) && !/^receive/.test(title)),
    [],
  );
});
