import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MdxError, parsePage } from '../../src/content/mdx.ts';

const file = 'src/content/docs/guide.mdx';

test('The partials that a page imports are found, but not those in its code', () => {
  const page = parsePage(
    file,
    `import Postman from '@partials/postman.mdx'; // the collection
import { Steps } from '@astrojs/starlight/components';

\`import None from '@partials/none.mdx';\`

\`\`\`js
import None from '@partials/none.mdx';
\`\`\`
`,
  );
  assert.deepEqual(page.partials, ['src/content/partials/postman.mdx']);
});

test('In Markdown files, MDX syntax is plain text', () => {
  const { tree } = parsePage('guide.md', "import a from 'a';\n\n{Id}");
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

test('A syntax error has file and line', () => {
  assert.match(
    errorOf('Text.\n\n<a\n\nText.'),
    /^3: Unexpected character after `<`, expected a valid JSX tag/,
  );
  assert.match(
    errorOf('---\ntitle: Guide\n---\n\n<Steps>\n\nText.'),
    /^5: Expected a closing tag for `<Steps>`/,
  );
});
