import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MdxError, parsePage } from '../../src/content/mdx.ts';

const file = 'src/content/docs/guide.mdx';

test('Imports with comments, line breaks, aliases and namespaces are found, each with its line', () => {
  const page = parsePage(
    file,
    `---
title: Guide
---
import * as Starlight from '@astrojs/starlight/components';
import Postman from '@partials/postman.mdx'; // the collection
import {
  Steps /* a list */,
  Tabs as Choice,
} from '@astrojs/starlight/components';

\`import None from 'none';\`

\`\`\`js
import None from 'none';
\`\`\`
`,
  );
  const starlight = '@astrojs/starlight/components';
  assert.deepEqual(page.imports, [
    { name: 'Starlight', from: starlight, line: 4 },
    { name: 'Postman', from: '@partials/postman.mdx', line: 5 },
    { name: 'Steps', from: starlight, line: 6 },
    { name: 'Choice', from: starlight, line: 6 },
  ]);
});

test('Exports are found as names that the page defines', () => {
  const page = "export const Own = () => 'text', other = 1;\n\nexport function Third() {}";
  assert.deepEqual(parsePage(file, page).exports, ['Own', 'other', 'Third']);
});

test('In Markdown files, MDX syntax is plain text', () => {
  const { tree, imports } = parsePage('guide.md', "import a from 'a';\n\n{Id}");
  assert.deepEqual(imports, []);
  assert.deepEqual('children' in tree && tree.children.map(({ type }) => type), ['paragraph', 'paragraph']);
});

function errorOf(source: string): string {
  try {
    parsePage(file, source);
  } catch (error) {
    assert.ok(error instanceof MdxError);
    assert.equal(error.message, `${file}:${error.line}: ${error.reason}`);
    return `${error.line}: ${error.reason}`;
  }
  return assert.fail('The page has an error.');
}

test('A syntax error has file and line, in MDX and in its imports', () => {
  assert.match(
    errorOf('Text.\n\n<a\n\nText.'),
    /^3: Unexpected character after `<`, expected a valid JSX tag/,
  );
  assert.match(
    errorOf('---\ntitle: Guide\n---\n\n<Steps>\n\nText.'),
    /^5: Expected a closing tag for `<Steps>`/,
  );
  assert.match(errorOf('Text.\n\nimport a from "a";\nimport { b from "b";\n'), /^4: Expected `,` or `}`/);
});
