import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parsePage } from '../../src/content/mdx.ts';
import { guidesByOperation } from '../../src/navigation/guides.ts';

const endpoint = (of: string) => `<Endpoint of="${of}" />`;
const link = '<OperationLink of="getUser" />';

/* tests/site/reference.test.ts checks that guides link back. */

test('The guide that shows the most of an operation comes first, and one that only links to it comes last', () => {
  const guides = {
    linked: link.repeat(9),
    shown: `${endpoint('getUser')} <Samples\n  only="curl"\n  of="getUser"\n/>`,
    whole: `${endpoint('getUser')} <Samples of="getUser" /> <Example of="getUser" part="200" /> ${endpoint('a')}`,
    text: `Call \`getUser\`. {/* ${link} */} <Fields of="getUser" />`,
  };
  const found = guidesByOperation(
    Object.entries(guides).map(([title, source]) => ({
      title,
      href: `/${title}/`,
      files: [parsePage(`${title}.mdx`, 'Text.'), parsePage('partial.mdx', source)],
    })),
  ).get('getUser');
  assert.deepEqual(
    found?.map(({ title }) => title),
    ['whole', 'shown', 'linked'],
  );
});
