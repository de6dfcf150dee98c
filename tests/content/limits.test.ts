import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits } from '../../src/config/limits.ts';
import { allSources, markdownPage, place } from './support/pages.ts';

/* Numbers that guides advise are in one file, so that pages can't give different ones. */

/** The limits that consist of a number with its unit. */
const measures = Object.entries(limits).filter(([, value]) => /^(?:\d+ [a-zA-Z]+|Node [\d.]+)$/.test(value));

/** Whether a text has the number of a limit, also in words. */
const states = (text: string, value: string) =>
  new RegExp(
    `(?<![\\w,.-])${value.replace(/^1 /, '(?:1|one) ').replace('Node ', 'Node(?:\\.js)? ')}\\b`,
  ).test(text);

test('No page writes the number of a limit by hand', () => {
  const errors = allSources
    .filter(({ file }) => file !== markdownPage)
    .flatMap((page) =>
      page.texts.flatMap((each) =>
        measures
          .filter(([, value]) => states(each.text, value))
          .map(([name, value]) => `${place(page, each)} "${value}": write <Limit of="${name}" />`),
      ),
    );
  assert.equal(errors.join('\n'), '');
});

test('A number is found in digits and in words, and not as a part of another', () => {
  assert.ok(measures.length >= 8);
  assert.ok(states('Wait for 24 hours.', '24 hours'));
  assert.ok(states('Late after one hour.', '1 hour'));
  assert.ok(states('It needs Node.js 22.13.', 'Node 22.13'));
  assert.ok(!states('After 124 hours.', '24 hours'));
});
