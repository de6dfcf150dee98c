import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { after, before, describe, test } from 'node:test';
import { words } from '../content/vocabulary/planted-words.ts';
import { environment, ProjectCopy } from '../support/project-copy.ts';

/** A sentence that nobody would say, planted into a file, and what the linter reports. */
interface Planted {
  in: string;
  file: string;
  /** The file around the sentence, which replaces `%`. */
  around: string;
  sentence: string;
  line: number;
  better: RegExp;
}

const page = (body: string) =>
  ['---', 'title: Planted', 'description: A page for a test.', 'section: webhooks', '---', '', body, ''].join(
    '\n',
  );

const planted: readonly Planted[] = [
  {
    in: 'a page',
    file: 'src/content/docs/webhooks/planted.mdx',
    around: page('Read the status first.\n\n%'),
    sentence: 'The answer has a body.',
    line: 9,
    better: /answer => response/,
  },
  {
    in: 'the description of a page',
    file: 'src/content/docs/webhooks/planted-description.mdx',
    around: page('Read it.').replace('A page for a test.', '%'),
    sentence: 'After this page you know it.',
    line: 3,
    better: /start with what the reader does/,
  },
  {
    in: 'a label of a component',
    file: 'src/content/docs/webhooks/planted-label.mdx',
    around: page('<TabItem\n  label="%">Read it.</TabItem>'),
    sentence: 'The address of a page',
    line: 8,
    better: /address => URL/,
  },
  {
    in: 'a partial',
    file: 'src/content/partials/planted.mdx',
    around: 'Store the ID.\n\n- %\n',
    sentence: 'What it returns is not documented.',
    line: 3,
    better: /say what to do, or move it to "Open questions"/,
  },
  {
    in: 'the description of a contract',
    file: 'openapi/planted.yaml',
    around: 'info:\n  title: Planted\n  description: >-\n    Read the status.\n    %\n',
    sentence: 'It names the account.',
    line: 5,
    better: /names => identifies/,
  },
  {
    in: 'the reason of an assumption',
    file: 'openapi/planted-reason.yaml',
    around: 'servers:\n  - url: https://api.example.com\n    x-assumption:\n      reason: %\n',
    sentence: 'The host is not documented; this one stands for it.',
    line: 4,
    better: /stands for => represents/,
  },
  {
    in: 'a changelog',
    file: 'openapi/changelog/planted.md',
    around: '# Planted\n\n- %\n',
    sentence: 'Jobs report the guid of their user.',
    line: 3,
    better: /guid => ID/,
  },
  {
    in: 'a message of a component',
    file: 'src/components/writers/Planted.astro',
    around: '---\nconst { href } = Astro.props;\n---\n\n<p>\n  <a {href}>%</a>\n</p>\n',
    sentence: 'Ask the server for the page',
    line: 6,
    better: /Ask the server for => request/,
  },
  {
    in: 'a message of a script',
    file: 'src/client/planted.ts',
    around: 'export const failed = (name: string) =>\n  `${name} failed. %`;\n',
    sentence: 'The status tells you why.',
    line: 2,
    better: /tells => shows/,
  },
  {
    in: 'a comment, across two lines',
    file: 'src/client/planted-comment.ts',
    around: '/**\n * Reads the copy.\n * %\n */\nexport const read = 1;\n',
    sentence: 'The copy stands\n * in the cache.',
    line: 3,
    better: /stands in => is in/,
  },
  {
    in: 'a comment of a stylesheet',
    file: 'src/styles/planted.css',
    around: '/* % */\na {\n  color: red;\n}\n',
    sentence: 'The frame is drawn anew.',
    line: 1,
    better: /drawn => rendered/,
  },
  {
    in: 'the title of a test',
    file: 'tests/unit/planted.test.ts',
    around: "import { test } from 'node:test';\n\ntest('%', () => {});\n",
    sentence: 'The job has ended',
    line: 3,
    better: /job has ended => job finished/,
  },
  {
    in: 'the title in a table of tests',
    file: 'tests/engines/behaviors/planted.ts',
    around: "export const rows = [\n  {\n    title: '%',\n  },\n];\n",
    sentence: 'the page is read anew',
    line: 3,
    better: /anew => again/,
  },
  {
    in: 'a document for maintainers',
    file: 'docs/planted.md',
    around: '# Planted\n\n%\n',
    sentence: 'Whoever deploys the site needs it.',
    line: 3,
    better: /Whoever => anyone who/,
  },
];

describe('The prose linter', () => {
  let copy: ProjectCopy;
  let report: string;
  before(() => {
    copy = new ProjectCopy('portal-', 'all');
    for (const { file, around, sentence } of planted)
      copy.write(
        file,
        around.replace('%', () => sentence),
      );
    report = lint(
      copy,
      planted.map(({ file }) => file),
    );
  });
  after(() => copy.remove());

  for (const { in: place, file, line, better } of planted) {
    test(`finds a bad word in ${place}, with file, line and the better word`, () => {
      const found = report.split('\n').find((each) => each.startsWith(`${file}:${line}:`));
      assert.ok(found, report);
      assert.match(found, better);
    });
  }

  test('finds every word of the list, and prints the better one', () => {
    const file = 'src/content/docs/webhooks/words.mdx';
    copy.write(file, page(words.map(([sentence]) => sentence).join('\n\n')));
    const found = lint(copy, [file]).split('\n');
    const missed = words.filter(([, better], index) => {
      const line = `${file}:${7 + 2 * index}:`;
      return !found.some((message) => message.startsWith(line) && message.includes(better));
    });
    assert.deepEqual(missed, []);
  });

  test('accepts a fact that is open in the reason of an assumption, and below "Open questions"', () => {
    const sentence = 'The order of events is not documented.';
    copy.write(
      'src/content/docs/webhooks/open.mdx',
      page(`## Open questions\n\n- ${sentence}\n\n## Next steps\n\n${sentence}`),
    );
    copy.write(
      'openapi/open.yaml',
      `paths:\n  x-assumption:\n    reason: ${sentence}\n  description: ${sentence}\n`,
    );
    const found = lint(copy, ['src/content/docs/webhooks/open.mdx', 'openapi/open.yaml']).match(
      /^[\w/.-]+:\d+/gm,
    );
    assert.deepEqual(found, ['src/content/docs/webhooks/open.mdx:13', 'openapi/open.yaml:4']);
  });

  test('leaves code, data and the strings of tests alone', () => {
    copy.write(
      'src/client/code.ts',
      "import { answer } from './answer.ts';\nexport const address = answer;\n",
    );
    copy.write(
      'src/content/docs/webhooks/code.mdx',
      page('Store `answer`.\n\n```js\nconst answer = 1; // the answer\n```'),
    );
    copy.write(
      'openapi/code.yaml',
      'components:\n  examples:\n    one:\n      value: { text: The answer of a bank }\n',
    );
    copy.write('tests/unit/strings.test.ts', "assert.equal(text, 'The answer of a bank');\n");
    const files = [
      'src/client/code.ts',
      'src/content/docs/webhooks/code.mdx',
      'openapi/code.yaml',
      'tests/unit/strings.test.ts',
    ];
    assert.equal(lint(copy, files), '');
  });
});

/** Returns what the linter prints about files. */
function lint(copy: ProjectCopy, files: readonly string[]): string {
  const { stdout, stderr } = spawnSync(process.execPath, ['tests/tools/prose/lint.ts', ...files], {
    cwd: copy.folder,
    env: environment,
    encoding: 'utf8',
  });
  return `${stdout}${stderr}`;
}
