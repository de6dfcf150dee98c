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
  'links in the header and in components, with the page and the nearest match': {
    plant: () => {
      copy.edit('src/layout/SiteFooter.astro', '<footer', '<a href="/webhook/">a</a><footer');
      plantPage(
        'planted.mdx',
        '[a](/webhooks/structure/#Consent.nothing)\n\n<img {...{ src: "/none.svg" }} alt="A picture" />',
      );
    },
    messages: [
      /Broken links in the built site \(3\):/,
      /\/webhook\/ on \/.* and \d+ more: .*did you mean \/webhooks\/\?/,
      /\/webhooks\/structure\/#Consent\.nothing on .*planted\/: .*no element with this ID/,
      /\/none\.svg on .*: .*no such file/,
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
