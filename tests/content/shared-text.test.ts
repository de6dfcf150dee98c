import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pages, withPartials, type Page } from './support/pages.ts';
import { wordsOf } from './support/prose.ts';

/** The largest share of a page's text that another page may repeat. */
const MOST_SHARED = 0.25;

/** How many words in a row count as the same text. */
const RUN = 5;

/** Every run of words in the paragraphs, lists and tables of a page and its partials. */
function runsOf(texts: readonly string[]): string[] {
  return texts.flatMap((text) => {
    const words = wordsOf(text.toLowerCase());
    return words.slice(RUN - 1).map((_, index) => words.slice(index, index + RUN).join(' '));
  });
}

const textsOf = (page: Page) =>
  withPartials(page).flatMap(({ texts }) =>
    texts.filter(({ kind }) => kind === 'paragraph' || kind === 'cell').map(({ text }) => text),
  );

/** The share of one text that is also in the other, from 0 to 1. */
function shared(one: readonly string[], other: readonly string[]): number {
  const runs = runsOf(one);
  const others = new Set(runsOf(other));
  return runs.filter((run) => others.has(run)).length / runs.length;
}

for (const kind of ['authentication', 'postman']) {
  test(`Pages of the kind "${kind}" share less than ${MOST_SHARED * 100} % of their text`, () => {
    const same = pages.filter(({ address }) => address.endsWith(`/${kind}/`));
    assert.ok(same.length >= 4, `There are ${same.length} such pages.`);
    const errors = same.flatMap((page) =>
      same
        .filter((other) => other !== page)
        .map((other) => ({ other, share: shared(textsOf(page), textsOf(other)) }))
        .filter(({ share }) => share >= MOST_SHARED)
        .map(({ other, share }) => `${page.file} shares ${Math.round(share * 100)} % with ${other.file}`),
    );
    assert.equal(errors.join('\n'), '');
  });
}

test('The shared text of two pages is found, also after other text', () => {
  const one = ['Send the token in the header of each request.'];
  assert.equal(shared(one, ['First, log in.', ...one]), 1);
  assert.equal(shared(one, ['Cache the token until it expires.']), 0);
  assert.ok(shared([...one, 'Cache it on your server until it expires.'], one) > 0.4);
});
