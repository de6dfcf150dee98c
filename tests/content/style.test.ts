import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allSources, pages, place } from './support/pages.ts';
import { sentencesOf, wordsOf } from './support/prose.ts';

const MOST_WORDS = 30;

test(`No sentence has more than ${MOST_WORDS} words`, () => {
  const errors = allSources.flatMap((page) =>
    page.texts.flatMap((text) =>
      sentencesOf(text.text)
        .map((sentence) => ({ sentence, length: wordsOf(sentence).length }))
        .filter(({ length }) => length > MOST_WORDS)
        .map(({ sentence, length }) => `${place(page, text)} ${length} words: ${sentence}`),
    ),
  );
  assert.equal(errors.join('\n'), '');
});

/** An apostrophe as keyboards have it. In the text of pages, Markdown makes it a curly one. */
const STRAIGHT = /\w+'\w+|\w+s' /;

test('Titles and descriptions have curly apostrophes, as the text of pages has', () => {
  const errors = pages.flatMap((page) =>
    page.texts
      .filter(({ kind, text }) => kind === 'frontMatter' && STRAIGHT.test(text))
      .map((text) => `${place(page, text)} "${STRAIGHT.exec(text.text)![0]}": write ’ for '`),
  );
  assert.equal(errors.join('\n'), '');
  assert.match("A consent's lifetime", STRAIGHT);
  assert.doesNotMatch('A consent’s lifetime', STRAIGHT);
});

/** Advice with a "do" before its verb, such as "Do store it" or "so do store it". */
const EMPHATIC = /(?:^|[.:;,!?] |\bso )do (?!not\b|you\b|this\b|the\b|anything\b|it\b|without\b)[a-z]+/i;

test('Advice is a plain imperative: "Store it", not "Do store it"', () => {
  const errors = allSources.flatMap((page) =>
    page.texts.flatMap((text) =>
      EMPHATIC.test(text.text) ? [`${place(page, text)} ${EMPHATIC.exec(text.text)?.[0]}`] : [],
    ),
  );
  assert.equal(errors.join('\n'), '');
  for (const wrong of ['Do store it.', 'Read it. Do store it.', 'It is new, so do store it.'])
    assert.match(wrong, EMPHATIC);
  for (const right of ['Do not store it.', 'Do you store it?', 'What to do next', 'Do the rest later.'])
    assert.doesNotMatch(right, EMPHATIC);
});
