import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { checkComponents, readProps } from '../../src/build/markdown/page-lint/components.ts';
import { checkImports } from '../../src/build/markdown/page-lint/imports.ts';
import type { LintError } from '../../src/build/markdown/page-lint/lint-error.ts';
import { parsePage } from '../../src/content/mdx.ts';
import { withCompiledContracts } from '../support/compiled-contracts.ts';
import { projectRoot } from '../support/project-copy.ts';

withCompiledContracts();

const page = (source: string, file = 'guide.mdx') => parsePage(`src/content/docs/${file}`, source);
const listed = (errors: readonly LintError[]) => errors.map(({ line, message }) => `${line}: ${message}`);
const props = readProps(projectRoot, 'src/components/{writers,pages}/*.astro');

describe('A component', () => {
  const errorsOf = (source: string) => listed(checkComponents(page(source), props));

  test('with an attribute that it lacks is an error, with the nearest one', () => {
    assert.deepEqual(errorsOf('Text.\n\n<Samples of="createConsent" exampel="x" />'), [
      '3: <Samples> has no attribute "exampel"; did you mean "example"?',
    ]);
  });

  test('without an attribute that it needs is an error, unless others are spread into it', () => {
    assert.deepEqual(errorsOf('<Enum />\n\n<Enum {...all} />'), ['1: <Enum> needs the attribute "of".']);
  });

  test('in a page that is not MDX is an error', () => {
    assert.deepEqual(listed(checkComponents(page('<Enum of="ConsentStatus" />', 'guide.md'), props)), [
      '1: only .mdx pages show components; rename the page, or write `<Enum` as code.',
    ]);
  });

  for (const [source, error] of [
    [
      '<Endpoint of="createConsnt" />',
      '<Endpoint> has of="createConsnt", and there is no such operation; did you mean "createConsent"?',
    ],
    [
      '<Fields of="Acount" />',
      '<Fields> has of="Acount", and there is no such schema; did you mean "Account"?',
    ],
    ['<BaseUrl of="user" />', '<BaseUrl> has of="user", and there is no such API; did you mean "users"?'],
    ['<Limit of="retrys" />', '<Limit> has of="retrys", and there is no such limit; did you mean "retries"?'],
    [
      '<Categories engine="e1" />',
      '<Categories> has engine="e1", and there is no such value; did you mean "z1"?',
    ],
  ] as const)
    test(`with an unknown value is an error, with the nearest one: ${source}`, () => {
      assert.deepEqual(errorsOf(source), [`1: ${error}`]);
    });

  test('for tabs without a tab is an error', () => {
    assert.deepEqual(errorsOf('<Tabs>\n\nText\n\n</Tabs>'), ['1: <Tabs> needs a <TabItem> directly in it.']);
  });
});

describe('An import', () => {
  const errorsOf = (source: string) => listed(checkImports(page(source), props, projectRoot));

  test('that the page never uses is an error', () => {
    assert.deepEqual(errorsOf("import A from 'a';\nimport Enum from 'b';\n\n<A />"), [
      "2: the page doesn't use Enum; remove its import.",
    ]);
  });

  test('of a missing component or partial is an error, with the nearest one', () => {
    const source =
      "import Enum from '@components/Enumm.astro';\nimport B from '@partials/contry-consent.mdx';\n\n<Enum /> <B />";
    assert.deepEqual(errorsOf(source), [
      '1: there is no @components/Enumm.astro; did you mean @components/Enum.astro?',
      '2: there is no @partials/contry-consent.mdx; did you mean @partials/country-consent.mdx?',
    ]);
  });

  test('that is missing is an error', () => {
    assert.deepEqual(errorsOf('Text.\n\n<Enum />\n\n<Enumm />'), [
      "3: <Enum> isn't imported; write import Enum from '@components/Enum.astro'; above the text.",
      "5: <Enumm> isn't imported; write <Enum>, and import Enum from '@components/Enum.astro'; above the text.",
    ]);
  });

  test('that a name in braces needs is an error', () => {
    assert.deepEqual(errorsOf('The {limit}.\n\nexport const a = 1;\n\nThe {a}, {props.code}, and {1}.'), [
      '1: nothing defines {limit}; write it as inline code.',
    ]);
  });
});
