import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parsePage } from '../../src/content/mdx.ts';
import { guidesByOperation } from '../../src/navigation/guides.ts';

/** Returns the titles of the guides of an operation, from guides given as title and source. */
function guidesOf(id: string, texts: Record<string, string>): string[] {
  const guides = Object.entries(texts).map(([title, source]) => ({
    title,
    href: `/${title}/`,
    files: [parsePage(`${title}.mdx`, source)],
  }));
  return (guidesByOperation(guides).get(id) ?? []).map(({ title }) => title);
}

test('Only components that show or link an operation make a guide match', () => {
  assert.deepEqual(
    guidesOf('getConsent', {
      endpoint: '<Endpoint of="getConsent" />',
      link: 'See <OperationLink of="getConsent">it</OperationLink>.',
      samples: '<Samples\n  only="curl"\n  of="getConsent"\n/>',
      text: 'Call `getConsent`.',
      fields: '<Fields of="getConsent" />',
      other: '<Endpoint of="getConsents" />',
    }),
    ['endpoint', 'samples', 'link'],
  );
});

test('The guide that shows most of an operation comes first', () => {
  const shown = '<Endpoint of="createUser" /> <Samples of="createUser" />';
  assert.deepEqual(
    guidesOf('createUser', {
      linked: '<OperationLink of="createUser" />'.repeat(9),
      shown,
      whole: `${shown} <Example of="createUser" part="200" /> <Endpoint of="getUser" />`,
    }),
    ['whole', 'shown', 'linked'],
  );
});

test("Components in code samples and comments don't count", () => {
  const use = '<Endpoint of="getConsent" />';
  assert.deepEqual(
    guidesOf('getConsent', {
      fence: `\`\`\`mdx\n${use}\n\`\`\``,
      code: `\`${use}\``,
      comment: `{/* ${use} */}`,
    }),
    [],
  );
});

test('The partials of a guide count', () => {
  const files = ['Text.', '<Endpoint of="getUser" />'].map((source) => parsePage('part.mdx', source));
  const guide = { title: 'Users', href: '/users/', files };
  assert.equal(guidesByOperation([guide]).get('getUser')?.length, 1);
});

test('A guide that shows an operation comes before one that links it', () => {
  const mention = '<OperationLink of="deleteUser" />';
  const show = '<Endpoint of="deleteUser" /> <Endpoint of="createUser" /> <Endpoint of="getUser" />';
  assert.deepEqual(guidesOf('deleteUser', { mention, show }), ['show', 'mention']);
});

test('Guides that show an operation equally keep the order of the site', () => {
  const show = '<Endpoint of="getUser" />';
  assert.deepEqual(guidesOf('getUser', { first: `${show} <Endpoint of="deleteUser" />`, second: show }), [
    'first',
    'second',
  ]);
});

test('The more other operations a guide links, the later it comes', () => {
  const [one, two] = ['<OperationLink of="createUser" />', '<OperationLink of="deleteUser" />'];
  assert.deepEqual(
    guidesOf('createUser', { among: one + two + two, both: one + two, other: two, alone: one }),
    ['alone', 'both', 'among'],
  );
});

test("Terms and values don't count", () => {
  const link = '<OperationLink of="createUser" />';
  const words = '<Value of="User.id" /> <Value of="User" at="id" />';
  assert.deepEqual(
    guidesOf('createUser', { among: `${link} <Fields of="User" />`, words: `${link} ${words}` }),
    ['words', 'among'],
  );
});

test('An operation has at most four guides', () => {
  const texts = Object.fromEntries(
    ['a', 'b', 'c', 'd', 'e'].map((name) => [name, '<Samples of="getUser" />']),
  );
  assert.deepEqual(guidesOf('getUser', texts), ['a', 'b', 'c', 'd']);
});

test('A guide is returned with its title and path', () => {
  const files = [parsePage('users.mdx', '<Samples of="getUser" />')];
  const guide = { title: 'Users', href: '/users/', files };
  assert.deepEqual(guidesByOperation([guide]).get('getUser'), [{ title: 'Users', href: '/users/' }]);
});
