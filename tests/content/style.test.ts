import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allSources, pages, place } from './support/pages.ts';
import { readingGrade, sentencesOf, sharedText, wordsOf } from './support/prose.ts';
import { fillers, terms, wrongWordsIn } from './support/vocabulary.ts';

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

test('Paragraphs, titles, descriptions and text alternatives use the terms consistently and have no filler words', () => {
  const errors = allSources.flatMap((page) =>
    page.texts.flatMap((text) => wrongWordsIn(text.text).map((wrong) => `${place(page, text)} ${wrong}`)),
  );
  assert.equal(errors.join('\n'), '');
});

test('Each wrong spelling and each filler word is found, and correct words are not', () => {
  for (const [, right] of terms)
    assert.deepEqual(wrongWordsIn(`The ${right.replace('$1', 'picker')} is here.`), []);
  for (const filler of fillers) assert.equal(wrongWordsIn(`It is ${filler} there.`).length, 1, filler);
  assert.deepEqual(wrongWordsIn('Two end-users use the bank picker.'), [
    'write "end user" for "end-users"',
    'write "provider picker" for "bank picker"',
  ]);
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

test('Sentences end at periods, but not after abbreviations or within names', () => {
  assert.deepEqual(sentencesOf('Read it, e.g. A. Then `a.b` follows. 404 means: no data (at all.) Yes!'), [
    'Read it, e.g. A.',
    'Then `a.b` follows.',
    '404 means: no data (at all.)',
    'Yes!',
  ]);
});

test('The reading grade is low for short words and sentences, and high for long ones', () => {
  const simple = readingGrade(['The cat sat.', 'It is on the mat.']);
  const hard = readingGrade([
    'Categorization necessitates comprehensive authorization of institutional intermediaries.',
  ]);
  assert.ok(simple < 3 && hard > 12);
  assert.equal(readingGrade([]), 0);
});

test('The text that pages share is counted in runs of five words', () => {
  const text = 'Keep the secret on the server only.';
  assert.equal(sharedText(text, ['First, keep the secret on the server only.']), 1);
  assert.equal(sharedText(text, ['Keep the secret in a vault.']), 0);
  assert.equal(sharedText(text, ['Keep the secret on the phone.', 'It is new.']), 1 / 3);
  assert.equal(sharedText('Too short.', [text]), 0);
});
