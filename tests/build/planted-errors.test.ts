import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { ProjectCopy } from '../support/project-copy.ts';

/** A mistake that a writer may make, one for each source of errors, and the messages of the build. */
interface Mistake {
  plant: () => void;
  /** Each matches a message with the location, the error and the fix. */
  messages: readonly RegExp[];
}

let copy: ProjectCopy;

const title = 'A planted page';
const description =
  'A page that a test plants into a copy of the project, with one error for the build to find.';

/** Writes a page into the section of the webhooks, and lists it in its sidebar. */
function plantPage(file: string, body: string, fields: Record<string, string> = { title, description }) {
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  copy.write(`src/content/docs/webhooks/${file}`, ['---', ...lines, '---', body, ''].join('\n'));
  listInSidebar(`webhooks/${file.replace(/\.mdx?$/, '')}`);
}

function listInSidebar(slug: string) {
  copy.edit('src/config/sidebars.ts', "webhooks: ['webhooks',", `webhooks: ['webhooks', '${slug}',`);
}

const mistakes: Record<string, Mistake> = {
  'Contracts: invalid YAML, a dangling reference, invalid OpenAPI and an unlisted one, in one message': {
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
  'Front matter, with file and field': {
    plant: () => plantPage('planted.md', 'Text.', { title, description: 'Short.', sidbar: 'A' }),
    messages: [
      /src\/content\/docs\/webhooks\/planted\.md: fix the front matter\.\n.*"sidbar"\n[^]*description/,
    ],
  },
  'Lists of providers, with file and field': {
    plant: () => copy.edit('src/content/providers/de.yaml', '  beta: false', '  betta: false'),
    messages: [/"betta"[^]*src\/content\/providers\/de\.yaml/],
  },
  'Names and code of pages, with file, line and the nearest name': {
    plant: () => plantPage('planted.mdx', 'Call it with `redirectURL`.\n\n:::warning\nText.\n:::'),
    messages: [
      /planted\.mdx:5: no contract has `redirectURL`; did you mean `redirectUrl`\?/,
      /planted\.mdx:7: .*:::warning/,
    ],
  },
  'Components, with the page and the nearest name': {
    plant: () =>
      plantPage(
        'planted.mdx',
        'import Fields from \'@components/Fields.astro\';\n\n<Fields of="Consentt" />',
      ),
    messages: [/planted.*"?Consentt"?.*did you mean "?Consent\b/i],
  },
  'Sidebars: a page that none lists, with the fix': {
    plant: () =>
      copy.write(
        'src/content/docs/webhooks/planted.md',
        `---\ntitle: ${title}\ndescription: ${description}\n---\nText.\n`,
      ),
    messages: [/webhooks\/planted\.md: no sidebar lists this page\.\n {2}Fix: add 'webhooks\/planted'/],
  },
  'Links in Markdown, MDX, the header and the reference, with page and nearest page': {
    plant: () => {
      copy.edit('src/config/sections.ts', "href: '/webhooks/'", "href: '/webhook/'");
      plantPage(
        'planted.mdx',
        '[a](/webhooks/evnts/) [b](/webhooks/structure/#no-such-heading) <a href="/webhooks/strcture/">c</a>\n' +
          '[d](/api/consents/operations/refreshconsents/) [e](/webhooks/events)\n\n<img src="/none.svg" alt="A picture" />',
      );
    },
    messages: [
      /The built site has 7 broken links:/,
      /\/webhook\/ on \/.* and \d+ more: .*did you mean \/webhooks\/\?/,
      /\/webhooks\/evnts\/ on \/webhooks\/planted\/: .*did you mean \/webhooks\/events\/\?/,
      /\/webhooks\/structure\/#no-such-heading on .*: .*no element with this ID/,
      /\/webhooks\/strcture\/ on .*: .*did you mean \/webhooks\/structure\/\?/,
      /\/api\/consents\/operations\/refreshconsents\/ on .*did you mean \/api\/consents\/operations\/refreshconsent\/\?/,
      /\/webhooks\/events on .*: .*write \/webhooks\/events\//,
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
