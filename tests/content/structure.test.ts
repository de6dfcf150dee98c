import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { sections } from '../../src/config/sections.ts';
import { projectRoot } from '../support/project-copy.ts';
import { allSources, guides, pages, place, withPartials } from './support/pages.ts';
import { wordsOf } from './support/prose.ts';

const MOST_WORDS = 1500;
const LEAST_ALT = 40;

/** Fails with one line for each error. */
function assertNone(errors: readonly string[]) {
  assert.equal(errors.join('\n'), '');
}

test('Every guide of a section ends with "Next steps"', () => {
  const folders = sections.filter(({ id }) => id !== 'main' && id !== 'api').map(({ id }) => `/${id}/`);
  const guidesOfSections = pages.filter(({ address }) =>
    folders.some((folder) => address.startsWith(folder)),
  );
  assert.ok(guidesOfSections.length >= 60, `There are ${guidesOfSections.length} guides.`);
  const errors = guidesOfSections.filter((page) => page.headings.at(-1)?.text !== 'Next steps');
  assertNone(errors.map((page) => `${page.file} ends with "${page.headings.at(-1)?.text}"`));
});

test('Every entry of "Next steps" starts with its link', () => {
  const errors = guides.flatMap(({ file }) => {
    const [, next = ''] = readFileSync(join(projectRoot, file), 'utf8').split('\n## Next steps\n');
    const entries = next.split('\n').filter((line) => line.startsWith('- '));
    return entries.filter((line) => !/^- (?:\[|<OperationLink )/.test(line)).map((line) => `${file} ${line}`);
  });
  assertNone(errors);
});

test('Guides of one task say in two lines what readers need and get', () => {
  const tasks = pages.filter(
    ({ address, components }) =>
      /\/(data-access|jobs)\//.test(address) && components.some(({ name }) => name === 'Samples'),
  );
  assert.ok(tasks.length >= 12, `There are ${tasks.length} guides.`);
  const errors = tasks.filter(({ texts, headings }) => {
    const need = texts.findIndex(({ text }) => text.startsWith('You need '));
    const first = headings[0]?.line ?? Infinity;
    return need === -1 || texts[need]!.line > first || !texts[need + 1]!.text.startsWith('You get ');
  });
  assertNone(errors.map(({ file }) => file));
});

test('Table headers are in sentence case', () => {
  const errors = allSources.flatMap((page) =>
    page.tables.flatMap((table) =>
      (table.rows[0] ?? [])
        .filter((header) => /^[a-z]/.test(header))
        .map((header) => `${place(page, table)} ${header}`),
    ),
  );
  assertNone(errors);
});

test(`Every picture has a text alternative of at least ${LEAST_ALT} characters`, () => {
  const errors = pages.flatMap((page) =>
    page.components
      .filter(({ name }) => name === 'Diagram' || name === 'img')
      .filter(({ attributes }) => !attributes['source']?.includes('sequenceDiagram'))
      .filter(({ attributes }) => (attributes['alt'] ?? '').length < LEAST_ALT)
      .map((each) => place(page, each)),
  );
  assertNone(errors);
});

test(`No page has more than ${MOST_WORDS} words`, () => {
  const errors = guides.flatMap((page) => {
    const texts = withPartials(page).flatMap(({ texts }) =>
      texts.filter(({ kind }) => kind !== 'frontMatter'),
    );
    const count = texts.reduce((sum, { text }) => sum + wordsOf(text).length, 0);
    return count > MOST_WORDS ? [`${page.file}: ${count} words`] : [];
  });
  assertNone(errors);
});

/** Header cells that together announce what the contract knows: a column of names and one that defines them. */
const NAMING = /^(field|parameter|property|key|name|attribute|value|code|column)s?$/i;
const DEFINING = /^(type|description|meaning|required|optional|default|format|nullable|data type)$/i;

test('JSON bodies and tables of fields come from the contract, not from Markdown', () => {
  const showcase = 'src/content/docs/markdown-page.mdx';
  const errors = allSources
    .filter(({ file }) => file !== showcase)
    .flatMap((page) => {
      const bodies = page.fences.filter(({ language }) => /^json/i.test(language));
      const tables = page.tables.filter(
        ({ rows: [header = []] }) =>
          header.some((cell) => NAMING.test(cell)) && header.some((cell) => DEFINING.test(cell)),
      );
      return [...bodies, ...tables].map((each) => place(page, each));
    });
  assertNone(errors);
});
