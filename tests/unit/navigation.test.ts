import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parsePage } from '../../src/content/mdx.ts';
import { guidesByOperation } from '../../src/navigation/guides.ts';

const endpoint = (of: string) => `<Endpoint of="${of}" />`;
const link = (of: string) => `<OperationLink of="${of}" />`;

/** Guides, each as its title and its source, and those of them that belong to `getUser`. */
const cases: [what: string, guides: Record<string, string>, expected: string[]][] = [
  [
    'Only components that show or link an operation count, also across lines',
    {
      endpoint: endpoint('getUser'),
      link: 'See <OperationLink of="getUser">it</OperationLink>.',
      samples: '<Samples\n  only="curl"\n  of="getUser"\n/>',
      text: 'Call `getUser`.',
      fields: '<Fields of="getUser" />',
      other: endpoint('getUsers'),
    },
    ['endpoint', 'samples', 'link'],
  ],
  [
    "Components in code and comments don't count",
    {
      fence: `\`\`\`mdx\n${link('getUser')}\n\`\`\``,
      code: `\`${link('getUser')}\``,
      comment: `{/* ${link('getUser')} */}`,
    },
    [],
  ],
  [
    'The guide that shows most comes first, and one that only links comes last',
    {
      linked: link('getUser').repeat(9),
      shown: `${endpoint('getUser')} <Samples of="getUser" />`,
      whole: `${endpoint('getUser')} <Samples of="getUser" /> <Example of="getUser" part="200" /> ${endpoint('a')}`,
    },
    ['whole', 'shown', 'linked'],
  ],
];

for (const [what, guides, expected] of cases)
  test(what, () => {
    const found = guidesByOperation(
      Object.entries(guides).map(([title, source]) => ({
        title,
        href: `/${title}/`,
        files: [parsePage(`${title}.mdx`, 'Text.'), parsePage('partial.mdx', source)],
      })),
    ).get('getUser');
    assert.deepEqual(
      found ?? [],
      expected.map((title) => ({ title, href: `/${title}/` })),
    );
  });
