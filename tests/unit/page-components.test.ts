import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { checkComponents, readProps } from '../../src/build/markdown/page-lint/components.ts';
import { checkDiagrams } from '../../src/build/markdown/page-lint/diagrams.ts';
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

describe('A diagram', () => {
  const errorsOf = (source: string, alt = ' alt="A"') =>
    listed(checkDiagrams(page(`<Diagram title="T"${alt}\n source={\`${source}\`} />`)));
  const edges = 'write a --> b, a -->|label| b, or a[Label], and close each bracket.';

  for (const [what, source, error] of [
    [
      'of an unknown kind',
      'pie title X\n  "a" : 3',
      '2: the diagram "T" has "pie title X"; start it with flowchart TB, sequenceDiagram, or stateDiagram-v2.',
    ],
    [
      'of nothing',
      '',
      '1: the diagram "T" has ""; start it with flowchart TB, sequenceDiagram, or stateDiagram-v2.',
    ],
    ['with an open bracket', 'flowchart TB\n  a --> [b', `3: the diagram "T" has "a --> [b"; ${edges}`],
    ['with an open quote', 'flowchart TB\n  a["b] --> c', `3: the diagram "T" has "a["b] --> c"; ${edges}`],
    ['with an unknown arrow', 'flowchart TB\n  a -> b', `3: the diagram "T" has "a -> b"; ${edges}`],
    ['with an unknown transition', 'stateDiagram-v2\n  a => b', `3: the diagram "T" has "a => b"; ${edges}`],
    [
      'with an unknown message',
      'sequenceDiagram\n  A->B hello',
      '3: the diagram "T" has "A->B hello"; write "A->>B: text", "A-->>B: text", "Note over A: text", alt, else, opt, loop, par, and, or end.',
    ],
  ] as const)
    test(`${what} is an error, with its line and the fix`, () => {
      assert.deepEqual(errorsOf(source), [error]);
    });

  test('without its text is an error', () => {
    assert.deepEqual(errorsOf('flowchart TB\n  a --> b', ''), [
      '1: the diagram "T" needs alt="…": everything that it shows.',
    ]);
  });

  test('with labels, groups and states is right', () => {
    const flow =
      'a["One -> (two)"] -->|yes, or| b{Three?}\n  b -.-> c & d\n  subgraph g [Group]\n  e([Four])\n  end';
    assert.deepEqual(errorsOf(`flowchart LR\n  ${flow}`), []);
    assert.deepEqual(
      errorsOf('stateDiagram-v2\n  [*] --> One : go (now)\n  state "Two" as B\n  One --> B'),
      [],
    );
    assert.deepEqual(errorsOf('sequenceDiagram\n  participant A as One\n  A->>A: hello', ''), []);
  });
});
