import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parsePage } from '../../src/content/mdx.ts';

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

test('A syntax error has file and line', () => {
  for (const [source, error] of [
    ['Text.\n\n<a\n\nText.', '3: Unexpected character after `<`, expected a valid JSX tag'],
    ['---\ntitle: Guide\n---\n\n<Steps>\n\nText.', '5: Expected a closing tag for `<Steps>`'],
  ] as const)
    assert.throws(() => parsePage(file, source), {
      name: 'WriterError',
      message: new RegExp(`^${file}:${error}`),
    });
});
