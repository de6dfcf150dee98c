import assert from 'node:assert/strict';
import { after, afterEach, describe, test } from 'node:test';
import { ProjectCopy } from '../support/project-copy.ts';

/** A writer's mistake, with the build's messages about it. */
interface Mistake {
  plant: () => void;
  /** Patterns, each for a message with location, error, and fix. */
  messages: readonly RegExp[];
}

const copy = new ProjectCopy();

const title = 'A planted page';
const description =
  'A page that a test plants into a copy of the project, with one error for the build to find.';

/** Adds a page to the webhooks section and its sidebar. */
function plantPage(file: string, body: string, fields = { title, description }, isListed = true) {
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  copy.write(`src/content/docs/webhooks/${file}`, ['---', ...lines, '---', body, ''].join('\n'));
  const slug = `webhooks/${file.replace(/\.mdx?$/, '')}`;
  if (isListed)
    copy.edit('src/config/sidebars.ts', "webhooks: ['webhooks',", `webhooks: ['webhooks', '${slug}',`);
}

/** Links that the validator of sources must find. Each is a line of a page. */
const sourceLinks = [
  '[A missing page](/webhook/)',
  '[A missing heading](/webhooks/events/#nothing)',
  '[A missing field of an object](/webhooks/structure/#Consent.nothing)',
  '[A missing file](/openapi/nothing.yaml)',
  '[A relative path](../verify/)',
  '[The whole URL of a missing page](https://docs.example.com/webhook/)',
  '<LinkCard title="A card" href="/webhook/card/" />',
];

/** Links that an expression and a component render. */
const renderedLinks = `import SequenceDiagram from '@components/SequenceDiagram.astro';

<a href={'/none/expression/'}>An expression</a>

<SequenceDiagram title="A link" source={\`sequenceDiagram
  participant A as One
  participant B as Other
  A->>B: [A link](/none/diagram/)\`} />`;

const mistakes: Record<string, Mistake> = {
  'a contract': {
    plant: () => copy.edit('openapi/users.yaml', 'openapi: 3.1.0\ninfo:\n', 'openapi: 3.1.0\ninfo: [\n'),
    messages: [/The API contracts have 1 error:/, /openapi\/users\.yaml:4:10 /, /run `npm run lint:openapi`/],
  },
  'two pages, in one message': {
    plant: () => {
      plantPage('planted.mdx', 'Call it with `redirectURL`.');
      plantPage('unlisted.md', 'Text.', { title: 'Another', description }, false);
    },
    messages: [
      /Pages have 2 errors\./,
      /webhooks\/unlisted\.md: no sidebar lists this page\.\n {2}Fix: add 'webhooks\/unlisted'/,
      /planted\.mdx:5: no contract has `redirectURL`; did you mean `redirectUrl`\?/,
    ],
  },
  'links in sources, with file and line': {
    plant: () => {
      const header = "import { LinkCard } from '@astrojs/starlight/components';";
      plantPage('planted.mdx', [header, ...sourceLinks].join('\n\n'));
    },
    messages: sourceLinks.map((line, index) => {
      const [, target = ''] = /[("](\S*?)[)"]/.exec(line) ?? [];
      // The front matter takes four lines, and the import two.
      const row = `^ *${7 + 2 * index} \\| ${RegExp.escape(target)}$`;
      return new RegExp(`webhooks/planted\\.mdx$[^]*${row}`, 'm');
    }),
  },
  'links that only the built site shows, with the page': {
    plant: () => {
      copy.edit('src/layout/SiteFooter.astro', '<footer', '<a href="/webhook/">a</a><footer');
      copy.edit('src/config/announcement.ts', '/categorization/migration/', '/none/announcement/');
      copy.edit('src/styles/content.css', '@layer', '.none { background: url(/none/styles.svg) } @layer');
      copy.edit('openapi/users.yaml', 'end users, with their', '[end users](/none/tag/), with their');
      plantPage('planted.mdx', renderedLinks);
    },
    messages: [
      /Broken links in the built site \(6\):/,
      /\/webhook\/ on \/.* and \d+ more: .*did you mean \/webhooks\/\?/,
      /\/none\/announcement\/ on \/.* and \d+ more: no such page/,
      /\/none\/styles\.svg on \/_astro\/.*\.css: no such file/,
      /\/none\/tag\/ on \/scalar\/users\.json: no such page/,
      /\/none\/expression\/ on \/webhooks\/planted\/: no such page/,
      /\/none\/diagram\/ on \/webhooks\/planted\/: no such page/,
    ],
  },
};

describe('The build fails and reports mistakes in', () => {
  afterEach(() => copy.restore());
  after(() => copy.remove());

  for (const [source, { plant, messages }] of Object.entries(mistakes))
    test(source, () => {
      plant();
      const { status, output } = copy.build();
      assert.equal(status, 1, output);
      for (const message of messages) assert.match(output, message);
    });
});
