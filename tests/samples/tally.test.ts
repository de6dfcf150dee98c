import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onlyParsed } from './support/csharp.ts';
import { blocks } from './support/guide-samples.ts';
import { samplesIn } from './support/tally.ts';

/*
 * How many programs the built pages show, and how each is checked. Other tests run them; this one makes sure that none is
 * left out, and prints the numbers.
 */

const samples = samplesIn(blocks);

for (const language of new Set(samples.map((sample) => sample.language))) {
  const own = samples.filter((sample) => sample.language === language);
  const count = (check: string) => own.filter((sample) => sample.check === check).length;
  const reason = count('parsed') > 0 ? `. ${onlyParsed}` : '';
  const counts = `${count('ran')} run, ${count('parsed')} only parsed, ${count('none')} never checked`;
  test(`${language}: ${own.length} unique samples: ${counts}${reason}`, () => {
    const unchecked = own.filter(({ check }) => check === 'none');
    assert.deepEqual(
      unchecked.map(({ pages, code }) => `${pages.join(', ')}: ${code.slice(0, 60)}`),
      [],
    );
  });
}

test('A sample that somebody edited by hand is found, with its page', () => {
  const block = blocks.find(
    ({ page, language }) => page === '/account-information/data-access/accounts/' && language === 'java',
  );
  assert.ok(block);
  const edited = samplesIn([{ ...block, code: block.code.replace('Authorization', 'Authorisation') }]);
  assert.deepEqual(
    edited.map(({ pages, check }) => [pages, check]),
    [[[block.page], 'none']],
  );
});
