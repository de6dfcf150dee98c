import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { projectRoot } from '../support/project-copy.ts';
import { guides, place, type Page, type Text } from './support/pages.ts';
import { sentencesOf } from './support/prose.ts';

/* What isn't confirmed is listed once, where readers look for it. */

const listing = 'src/content/docs/what-is-assumed.mdx';

/** What a page has below the heading "Open questions". */
function openQuestionsOf(page: Page): Text[] {
  const start = page.headings.find(({ text }) => text === 'Open questions')?.line ?? Infinity;
  const end = page.headings.find(({ line }) => line > start)?.line ?? Infinity;
  return page.texts.filter(({ line }) => line > start && line < end);
}

const readProjectFile = (file: string) => readFileSync(join(projectRoot, file), 'utf8');

test('"What is assumed" lists every row of ASSUMPTIONS.md', () => {
  const rows = [...readProjectFile('ASSUMPTIONS.md').matchAll(/^\| (?!What \||---)(.+?) \|/gm)].map(
    ([, what]) => what!,
  );
  assert.ok(rows.length > 20, `There are ${rows.length} rows.`);
  const bold = [...readProjectFile(listing).matchAll(/\*\*(.+?)\.?\*\*/g)].map(([, text]) => text!);
  assert.deepEqual(
    rows.filter((what) => !bold.includes(what)),
    [],
  );
  assert.deepEqual(bold, [...new Set(bold)]);
});

test('Only "What is assumed" mentions the specification, which readers don\'t have', () => {
  const errors = guides
    .filter(({ file }) => file !== listing)
    .flatMap((page) =>
      page.texts.filter(({ text }) => /\bspecification\b/i.test(text)).map((each) => place(page, each)),
    );
  assert.deepEqual(errors, []);
  const reasons = globSync('openapi/{,shared/}*.yaml', {
    cwd: projectRoot,
    exclude: ['openapi/redocly.yaml'],
  });
  assert.deepEqual(
    reasons.filter((file) => /the specification/i.test(readProjectFile(file))),
    [],
  );
});

test('Each open question is on one page', () => {
  const first = new Map<string, string>();
  const errors = guides.flatMap((page) =>
    openQuestionsOf(page).flatMap((each) => {
      const question = sentencesOf(each.text)[0]!.toLowerCase();
      const known = first.get(question) ?? place(page, each);
      first.set(question, known);
      return known === place(page, each) ? [] : [`${place(page, each)} and ${known}: ${question}`];
    }),
  );
  assert.ok(first.size > 40, `There are ${first.size} open questions.`);
  assert.deepEqual(errors, []);
});

test('An open question is tried on the platform, because the sandbox only follows what these docs assume', () => {
  const errors = guides.flatMap((page) =>
    openQuestionsOf(page)
      .filter(({ text }) => /\bsandbox\b(?!\s+providers?)/i.test(text))
      .map((each) => place(page, each)),
  );
  assert.deepEqual(errors, []);
});
