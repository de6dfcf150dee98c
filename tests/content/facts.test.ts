import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allSources, markdownPage, place } from './support/pages.ts';
import { sentencesOf } from './support/prose.ts';

/** Guides and partials: what writers write for readers. */
const sources = allSources.filter(({ file }) => file !== markdownPage);

/** A sentence that says what is not known, or asks the reader not to rely on it, states nothing. A question doesn't either. */
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
    fact: 'that a consent can not recover from 6 (FAILING)',
    pattern:
      /\b(?:stops?|final|give up|over|dead)\b[^.]*(?:[`\s(]6\b|\bFAILING\b)|(?:[`\s(]6[`\s)]|\bFAILING\b)[^.]*\b(?:is|are) (?:final|over|dead)\b/i,
    example: 'Stop at 5, 6, 7 and 8.',
  },
  {
    fact: 'what UPDATED guarantees',
    pattern:
      /\bUPDATED\b[^.|]*\b(?:means|says|proves|guarantees)\b|\b(?:all|every)\b[^.]*\b(?:complete|there|ready)\b[^.]*\bUPDATED\b/,
    example: 'UPDATED means that the platform has read the data.',
  },
  {
    fact: 'that the first read starts by itself',
    pattern:
      /\b(?:platform|first read)\b[^.]*\b(?:reads?|fetch(?:es)?|starts?)\b[^.]*\b(?:by itself|on its own|automatically|as soon as|right after)\b/i,
    example: 'The platform reads the data automatically once consent is given.',
  },
  {
    fact: 'what one analysis of several inputs covers',
    pattern:
      /\bone (?:result|analysis) (?:for|of|over) (?:all|many|several|them)\b|\ball of them together\b/i,
    example: 'You get one result for all of them together.',
  },
  {
    fact: 'that reading often has no cost',
    pattern: /\bread(?:ing)?\b[^.]*\b(?:as often as you like|no harm|costs? nothing|any number of times)\b/i,
    example: 'Reading too often does no harm.',
  },
  {
    fact: 'where the webhook URL is set',
    pattern:
      /\bapp screen\b[^.]*\b(?:has|holds|contains|shows|stores|takes)\b[^.]*\bwebhook URL\b|\bwebhook URL\b[^.]*\b(?:is|are|set|enter|find|register)\b[^.]*\bapp screen\b/i,
    example: 'The app screen holds the webhook URL.',
  },
  {
    fact: 'an order of consent statuses',
    pattern: /\b(?:below|above|under|over|beyond|less than|at least) `[0-8]`/,
    example: 'Alert on consents that stay below `4`.',
  },
  {
    fact: 'that a repeated deletion returns 204',
    pattern: /\buntil (?:(?:you get|it returns) )?(?:a )?`?204`?(?!,? or)(?![^.]*404)/,
    example: 'Retry until `204`.',
  },
  {
    fact: 'what a profile changes',
    pattern: /\b(?:retail|corporate)\b[^.]*\bfor (?:people|persons|companies|businesses)\b/i,
    example: 'Use retail for people.',
  },
  {
    fact: 'that a consent without a user of yours has none',
    pattern: /\bconsent belongs to no user\b/i,
    example: 'This consent belongs to no user.',
  },
  {
    fact: 'that a new consent sends an event',
    pattern: /\bwhen a consent has new data\b/i,
    example: 'A webhook arrives when a consent has new data.',
  },
  {
    fact: 'that required fields can be absent',
    pattern: /\b(?:any|each|every) (?:field|name)(?: of `?\w+`?)? can be absent\b/i,
    example: '`z1` and each name can be absent.',
  },
  {
    fact: 'that an ID must be a UUID where any ID is accepted',
    pattern: /\bID isn['’]t a UUID\b/,
    example: "The request isn't valid, because an ID isn't a UUID.",
  },
  {
    fact: 'that a new token helps against other errors than 401',
    pattern: /\b(?:4xx|40[0346-9])\b[^.]*\b(?:new|another) token\b/i,
    example: 'After any 4xx, get a new token and retry once.',
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
    .filter((sentence) => !sentence.endsWith('?') && !NOT_STATED.test(sentence))
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
