import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allSources, markdownPage, place } from './support/pages.ts';
import { sentencesOf } from './support/prose.ts';

/** Guides and partials: what writers write for readers. */
const sources = allSources.filter(({ file }) => file !== markdownPage);

/** A sentence that says what is not known, or asks the reader not to rely on it, states nothing. */
const NOT_STATED =
  /\b(?:whether|not documented|undocumented|not know|not say|not shown|no guarantee|(?:do|must) not (?:rely|depend|expect|assume))\b/i;

const status =
  '`?(?:INITIALIZED|AUTHENTICATING|AUTHENTICATED|UPDATING|UPDATED|INVALIDATED|FAILING|ERROR|TIMEDOUT|PENDING|INPROGRESS|COMPLETED|FAILED|Pending|InProgress|Completed|Failed)`?';

/** What the specification leaves open, so that no page may state it. */
const notShown: readonly { fact: string; pattern: RegExp; example: string }[] = [
  {
    fact: 'the default size of a page',
    pattern:
      /\bdefault(?:s| value)?(?: page)? size\b|\b(?:Page)?Size`? (?:defaults to|is \d+ by default)|\bby default[^.]*\b\d+ (?:entries|accounts|transactions|jobs)\b|\b\d+ (?:entries|accounts|transactions|jobs) (?:per page )?by default\b/i,
    example: 'PageSize defaults to 100.',
  },
  {
    fact: 'which status follows which',
    pattern: new RegExp(
      `${status}\\s*(?:→|->|-->|=>)\\s*${status}|\\b(?:from|after) ${status}(?: \\(\\w+\\))? (?:to|comes|follows)\\b|\\b(?:becomes|turns into|moves? (?:on )?to|goes to|changes to|switches to|is followed by) ${status}`,
    ),
    example: 'A job moves to INPROGRESS when an engine takes it.',
  },
  {
    fact: 'that webhooks are sent again',
    pattern:
      /\b(?:platform|webhooks?|events?)\b[^.]*\b(?:retries|retried|resends?|resent|redelivers?|redelivered|sen[dt]s? (?:it|them|the event) again)\b/i,
    example: 'The platform retries a webhook for a day.',
  },
  {
    fact: 'that webhooks are signed',
    pattern:
      /\bHMAC\b|\bsigning secret\b|\bsignature\b|\b(?:webhooks?|events?|calls?)\b[^.]*\b(?:is|are) signed\b/i,
    example: 'Verify the signature in the header.',
  },
  {
    fact: 'codes or messages of errors',
    pattern:
      /\berror code (?:is )?`?[A-Z]*[\d_]|\bwith the (?:error )?code `?[A-Z0-9_]{3,}|\bthe message (?:is|reads) ["“]/i,
    example: 'The answer has the error code E1042.',
  },
  {
    fact: 'limits of calls other than the refresh',
    pattern:
      /\brate limits?\b|\bthrottle[sd]?\b|\b(?:at most|up to|limited to|no more than|maximum of|may send|can send) [\d,]+ (?:requests?|calls?)\b/i,
    example: 'You may send 100 requests per minute.',
  },
  {
    fact: 'the body of an answer to a v1 create call',
    pattern: /\bv1\b[^.]*\bcreate\b[^.]*\b(?:returns|answers with) (?:the|an?) (?:id|job|body)\b/i,
    example: 'With v1, the create call returns the id.',
  },
];

/** The facts of the list that a text states. */
function statedIn(text: string): string[] {
  return sentencesOf(text)
    .filter((sentence) => !NOT_STATED.test(sentence))
    .flatMap((sentence) =>
      notShown.filter(({ pattern }) => pattern.test(sentence)).map(({ fact }) => `${fact}: ${sentence}`),
    );
}

const arrow = new RegExp(`${status}["'\\]]*\\s*--?>(?:\\|[^|]*\\|)?\\s*["'\\[]*${status}`);

for (const diagram of ['PENDING --> COMPLETED', '["FAILED"] -->|again| ["PENDING"]', 'UPDATING->UPDATED']) {
  test(`A diagram with ${diagram} would show a transition`, () => {
    assert.match(diagram, arrow);
  });
}

test('No diagram shows a transition between statuses', () => {
  const errors = sources.flatMap((page) =>
    page.components
      .filter(({ attributes }) => arrow.test(attributes['source'] ?? ''))
      .map((each) => place(page, each)),
  );
  assert.deepEqual(errors, []);
});

test('No page states what the specification leaves open', () => {
  const errors = sources.flatMap((page) =>
    page.texts.flatMap((text) => statedIn(text.text).map((fact) => `${place(page, text)} ${fact}`)),
  );
  assert.equal(errors.join('\n'), '');
});

test('The status 429 appears only on pages about the consent refresh', () => {
  const errors = sources.filter(
    ({ texts }) =>
      texts.some(({ text }) => /\b429\b/.test(text)) && !texts.some(({ text }) => /refresh/i.test(text)),
  );
  assert.deepEqual(
    errors.map(({ file }) => file),
    [],
  );
});

for (const { fact, example } of notShown) {
  test(`A sentence that states ${fact} is found`, () => {
    assert.equal(statedIn(example).length, 1);
  });
}

test('A sentence that says that a fact is open is allowed', () => {
  assert.deepEqual(
    statedIn('The default page size is not documented. Whether webhooks are sent again is open.'),
    [],
  );
});
