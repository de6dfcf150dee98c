import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { projectRoot } from '../support/project-copy.ts';
import { guides, withPartials, type Page } from './support/pages.ts';
import { sentencesOf } from './support/prose.ts';

/* There is one policy for retries: that of the starters, which the guide about errors explains. */

const ERRORS = '/account-information/error-handling/';

/** The sentences of a page, and the rows of its tables. */
const statementsOf = (page: Page): string[] =>
  withPartials(page).flatMap(({ texts, tables }) => [
    ...texts.filter(({ kind }) => kind === 'paragraph').flatMap(({ text }) => sentencesOf(text)),
    ...tables.flatMap(({ rows }) => rows.map((row) => row.join(' | '))),
  ]);

/** The statuses that a statement mentions, as numbers or as classes such as 4xx. */
const statusesIn = (text: string): string[] =>
  [...text.matchAll(/\b[45](?:\d\d|xx)\b/g)].map(([status]) => status);

/** Whether a statement advises a new token after another status than 401. */
const renewsTooOften = (statement: string) =>
  /\bnew token\b/i.test(statement) && statusesIn(statement).some((status) => status !== '401');

test('Only a 401 needs a new token', () => {
  const statements = guides.flatMap((page) => statementsOf(page).map((text) => `${page.file}: ${text}`));
  assert.ok(statements.filter((text) => /\bnew token\b/i.test(text) && /\b401\b/.test(text)).length > 3);
  assert.deepEqual(statements.filter(renewsTooOften), []);
  assert.ok(renewsTooOften('Any 4xx | Get a new token and retry once'));
});

const handling = guides.find(({ address }) => address === ERRORS)!;

test('The guide about errors retries the same statuses as each starter', () => {
  const table = handling.tables.find(({ rows }) => rows[0]?.[0] === 'What you get');
  const retried = table!.rows.filter(([, get]) => get === 'Retry').flatMap(([what = '']) => statusesIn(what));
  const clients = globSync('starters/*/[cC]lient.*', { cwd: projectRoot });
  assert.equal(clients.length, 5);
  for (const client of clients) {
    const [list = ''] =
      /\b429\b(?:(?:, | or )\d{3})+/.exec(readFileSync(join(projectRoot, client), 'utf8')) ?? [];
    assert.deepEqual(statusesIn(list).toSorted(), retried.toSorted(), client);
  }
});

test('A page that mentions a retry after a 5xx links to the guide about errors', () => {
  const mentioning = guides.filter((page) =>
    statementsOf(page).some((text) => /\bretr(?:y|ied|ies)\b/i.test(text) && /\b5(?:\d\d|xx)\b/.test(text)),
  );
  assert.ok(mentioning.includes(handling));
  assert.deepEqual(
    mentioning
      .filter((page) => page !== handling && !page.links.some(({ target }) => target.startsWith(ERRORS)))
      .map(({ file }) => file),
    [],
  );
});
