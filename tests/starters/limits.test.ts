import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { limits } from '../../src/config/limits.ts';
import { starters } from './support/starters.ts';

/** A limit such as "10 minutes" in seconds. */
function seconds(text: string): number {
  const [count, unit = ''] = text.split(' ');
  return Number(count) * { second: 1, minute: 60, hour: 3600 }[unit.replace(/s$/, '')]!;
}

/** The first number in a constant, named as `LONGEST_POLL` or `LongestPoll`. */
function constant(source: string, name: string): number {
  const spelling = new RegExp(`${name.replaceAll('_', '_?')}\\w*["']?\\s*[=,][^\\d\\n]*([\\d_]+)`, 'i');
  return Number(spelling.exec(source)?.[1]?.replaceAll('_', '') ?? assert.fail(`No constant ${name}.`));
}

for (const { label, folder, language } of starters)
  test(`The starter in ${label} retries, waits, and receives as the guides advise`, () => {
    const source = globSync(join(folder, '*.{js,py,php,java,cs}'))
      .map((file) => readFileSync(file, 'utf8'))
      .join('\n');
    const milliseconds = language === 'js' || language === 'java' ? 1000 : 1;
    const advised = {
      ATTEMPTS: Number(limits.retries) + 1,
      TIME_LIMIT: seconds(limits.requestTimeout) * milliseconds,
      LONGEST_PAUSE: seconds(limits.longestRetryAfter) * milliseconds,
      LONGEST_POLL: seconds(limits.longestPoll) * milliseconds,
      WAIT_LIMIT: seconds(limits.longestWait) * milliseconds,
      OVERLAP: parseInt(limits.overlap),
      WHOLE: parseInt(limits.wholeRead),
      EVENT_WAIT: seconds(limits.lateEvent),
      LONGEST_BODY: parseInt(limits.largestEvent),
    };
    for (const [name, value] of Object.entries(advised)) assert.equal(constant(source, name), value, name);
    // The lifetime is in seconds, and some languages count in milliseconds.
    const share = parseInt(limits.tokenRenewal) / 100;
    assert.match(source, new RegExp(`(?:expiresIn|lifetime)\\S* \\* (?:${share}|${share * 1000})\\b`));
  });
