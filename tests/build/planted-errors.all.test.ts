import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { ProjectCopy } from '../support/project-copy.ts';

/** A writer's mistake, with the build's messages about it. */
interface Mistake {
  plant: () => void;
  /** Patterns, each for a message with location, error, and fix. */
  messages: readonly RegExp[];
}

let copy: ProjectCopy;

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

/** Links that writers type. Each is a line of a page. */
const sourceLinks = [
  '[A missing page](/webhook/)',
  '[A missing heading](/webhooks/events/#nothing)',
  '[A missing heading of the page](#nothing)',
  '[A missing heading that begins with a capital](/webhooks/verify/#NoSuchThing)',
  '[A missing operation](/api/users/operations/nothing/)',
  '[A missing field of an operation](/api/users/operations/createuser/#nothing)',
  '[A missing field of an object](/webhooks/structure/#Consent.nothing)',
  '[A missing term](/glossary/#nothing)',
  '[A missing file](/openapi/nothing.yaml)',
  '[A relative path to no page](../nothing/)',
  '[A relative path to a page](../verify/)',
  '[A path without its slash](/webhooks/events)',
  '[The whole URL of a missing page](https://docs.example.com/webhook/)',
  '<LinkCard title="A card" href="/webhook/card/" />',
];

/** Links that components and expressions render. */
const renderedLinks = `import Diagram from '@components/Diagram.astro';

<a href={'/none/expression/'}>An expression</a>

<Diagram title="A link" source={\`sequenceDiagram
  participant A as One
  participant B as Other
  A->>B: [A link](/none/diagram/)\`} />

![A picture](/none/picture.svg)

<iframe src="/none/frame/" title="A frame"></iframe>

<object data="/none/object.pdf"></object>

<video src="/none/film.mp4" poster="/none/poster.webp"></video>

<svg><image href="/none/drawing.png" /></svg>

<p style="background: url(/none/attribute.png)">A style attribute</p>

<style>{\`p { background: url(/none/style.png) }\`}</style>`;

const mistakes: Record<string, Mistake> = {
  'contracts, all in one message: invalid YAML, a dangling reference, invalid OpenAPI, and an unlisted file':
    {
      plant: () => {
        copy.write('openapi/payments.yaml', 'openapi: 3.1.0\n');
        copy.edit('openapi/users.yaml', 'openapi: 3.1.0\ninfo:\n', 'openapi: 3.1.1\ninfo: [\n');
        copy.edit(
          'openapi/consents.yaml',
          './shared/consent.yaml#/Consent',
          './shared/consent.yaml#/Permission',
        );
        copy.edit('openapi/providers.yaml', 'openapi: 3.1.0\n', 'openapi: 3.1.1\npath: {}\n');
      },
      messages: [
        /The API contracts have 4 errors:/,
        /openapi\/payments\.yaml:1:1 /,
        /openapi\/users\.yaml:4:10 /,
        /openapi\/consents\.yaml:\d+:\d+ Can't resolve \$ref/,
        /openapi\/providers\.yaml:2:1 /,
        /run `npm run lint:openapi`/,
      ],
    },
  'pages of all kinds, in one message': {
    plant: () => {
      plantPage('front.md', 'Text.', { title: 'A', description: 'Short.' });
      plantPage('planted.mdx', 'Call it with `redirectURL`.\n\n:::warning\nText.\n:::');
      plantPage('unlisted.md', 'Text.', { title: 'Another', description }, false);
    },
    messages: [
      /Pages have 4 errors\./,
      /webhooks\/unlisted\.md: no sidebar lists this page\.\n {2}Fix: add 'webhooks\/unlisted'/,
      /webhooks\/front\.md:3: description: Too small/,
      /planted\.mdx:5: no contract has `redirectURL`; did you mean `redirectUrl`\?/,
      /planted\.mdx:7: unknown aside `:::warning`; write :::note/,
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
      copy.edit(
        'openapi/users.yaml',
        "description: The user's ID.",
        "description: The user's [ID](/none/field/).",
      );
      plantPage('planted.mdx', renderedLinks);
    },
    messages: [
      /Broken links in the built site \(15\):/,
      /\/webhook\/ on \/.* and \d+ more: .*did you mean \/webhooks\/\?/,
      /\/none\/announcement\/ on \/.* and \d+ more: no such page/,
      /\/none\/styles\.svg on \/_astro\/.*\.css: no such file/,
      /\/none\/tag\/ on \/scalar\/users\.json: no such page/,
      /\/none\/field\/ on \/api\/users\/.*: no such page/,
      ...[...renderedLinks.matchAll(/\/none\/[\w./]+/g)].map(
        ([target]) => new RegExp(`${RegExp.escape(target)} on /webhooks/planted/: no such`),
      ),
    ],
  },
};

describe('The build fails and reports mistakes in', () => {
  before(() => {
    copy = new ProjectCopy();
  });
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
