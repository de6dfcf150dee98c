import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parse } from 'yaml';
import { limits } from '../../src/config/limits.ts';
import { projectRoot } from '../support/project-copy.ts';

const SECONDS = { second: 1, minute: 60, hour: 3600 };

/** Seconds of a limit such as "10 minutes". */
function seconds(text: string): number {
  const [count, unit = ''] = text.split(' ');
  return Number(count) * SECONDS[unit.replace(/s$/, '') as keyof typeof SECONDS];
}

const sourceOf = (pattern: string) =>
  globSync(pattern, { cwd: projectRoot })
    .map((file) => readFileSync(join(projectRoot, file), 'utf8'))
    .join('\n');

/** The number that a starter assigns to a constant, written as `LONGEST_POLL` or as `LongestPoll`. */
function constant(source: string, name: string): number {
  const spelling = new RegExp(
    `\\b${name.replaceAll('_', '_?')}\\s*=\\s*(?:TimeSpan\\.FromSeconds\\()?([\\d_]+)`,
    'i',
  );
  const [, number] = spelling.exec(source) ?? assert.fail(`There is no ${name}.`);
  return Number(String(number).replaceAll('_', ''));
}

/** The first number of a constant whose name contains a word, such as `WHOLE_READ = 7 * DAY`. */
function days(source: string, word: string): string {
  const [, number] = new RegExp(`${word}\\w*\\s*=[^\\d\\n]*(\\d+)`, 'i').exec(source) ?? [];
  return `${number} days`;
}

const starters = [
  { name: 'JavaScript', files: 'starters/javascript/*.js', unit: 1000 },
  { name: 'Python', files: 'starters/python/*.py', unit: 1 },
  { name: 'PHP', files: 'starters/php/*.php', unit: 1 },
  { name: 'Java', files: 'starters/java/*.java', unit: 1000 },
  { name: 'C#', files: 'starters/csharp/*.cs', unit: 1 },
];

for (const { name, files, unit } of starters) {
  test(`The starter in ${name} retries and waits as the guides advise`, () => {
    const source = sourceOf(files);
    assert.equal(constant(source, 'ATTEMPTS') - 1, Number(limits.retries));
    assert.equal(constant(source, 'TIME_LIMIT') / unit, seconds(limits.requestTimeout));
    assert.equal(constant(source, 'LONGEST_PAUSE') / unit, seconds(limits.longestRetryAfter));
    assert.equal(constant(source, 'LONGEST_POLL') / unit, seconds(limits.longestPoll));
    assert.equal(constant(source, 'WAIT_LIMIT') / unit, seconds(limits.longestWait));
    assert.equal(days(source, 'OVERLAP'), limits.overlap);
    assert.equal(days(source, 'WHOLE'), limits.wholeRead);
  });
}

test('The receivers of the starters take events as large and as late as the guides advise', () => {
  for (const files of ['starters/javascript/*.js', 'starters/python/*.py']) {
    const source = sourceOf(files);
    const [, wait] = /EVENT_WAIT\W+(\d+)/.exec(source) ?? [];
    assert.equal(Number(wait), seconds(limits.lateEvent), files);
    assert.equal(`${constant(source, 'LONGEST_BODY')} KB`, limits.largestEvent, files);
  }
});

test('Each flow polls as long as the guides advise', () => {
  for (const file of globSync('openapi/flows/*.yaml', { cwd: projectRoot })) {
    const { workflows } = parse(readFileSync(join(projectRoot, file), 'utf8')) as Arazzo;
    const polls = workflows.flatMap(({ steps }) => steps.flatMap(({ onFailure = [] }) => onFailure));
    for (const { retryAfter, retryLimit } of polls) {
      assert.equal(retryAfter * retryLimit, seconds(limits.longestWait), file);
    }
  }
});

interface Arazzo {
  workflows: { steps: { onFailure?: { retryAfter: number; retryLimit: number }[] }[] }[];
}
