import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readText } from '../../src/shared/text-file.ts';
import { markdownPage, place, type Page } from '../../src/checks/prose/pages.ts';
import { pages } from './support/pages.ts';

/** The table in `docs/rules.md`: rules, their homes, and alternatives of key words that reveal a second telling. */
const rules = readText('docs/rules.md')
  .split('\n')
  .filter((line) => line.startsWith('| ') && line.includes('`/'))
  .map((line) => {
    const [name = '', home = '', keys = ''] = line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim());
    return {
      name,
      home: home.replaceAll('`', ''),
      keys: keys.split(',').map((words) => words.split('+').map((word) => word.trim().toLowerCase())),
    };
  });

/** A page's running text and limits, each with its line. */
function partsOf({ passages, components }: Page) {
  const limits = components
    .filter(({ name }) => name === 'Limit')
    .map(({ attributes, line }) => ({ text: `Limit.${attributes['of']}`, line }));
  return [...passages, ...limits].map(({ text, line }) => ({ text: text.toLowerCase(), line }));
}

test('A page that tells a rule of docs/rules.md is its home or links to it', () => {
  assert.ok(rules.length > 15);
  const errors: string[] = [];
  for (const page of pages) {
    const targets = new Set(page.links.map(({ target }) => target));
    if (page.file === markdownPage) continue;
    for (const { name, home, keys } of rules) {
      if (home.startsWith(`${page.address}#`) || targets.has(home)) continue;
      const told = partsOf(page).find(({ text }) =>
        keys.some((words) => words.every((word) => text.includes(word))),
      );
      if (told) errors.push(`${place(page, told)}: "${name}" is explained at ${home}. Link to it.`);
    }
  }
  assert.deepEqual(errors, []);
});
