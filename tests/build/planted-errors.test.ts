import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { ProjectCopy } from '../support/project-copy.ts';

/** A mistake that a writer may make, and the messages of the build. */
interface Mistake {
  title: string;
  plant: () => void;
  /** Added to the environment of the build. */
  variables?: NodeJS.ProcessEnv;
  /** Each matches a message with the location, the error and the fix. */
  messages: readonly RegExp[];
}

let copy: ProjectCopy;
before(() => {
  copy = new ProjectCopy();
});
afterEach(() => copy.restore());
after(() => copy.remove());

const frontMatter = {
  title: 'A planted page',
  description: 'A page that a test plants into a copy of the project, with one error for the build to find.',
  section: 'webhooks',
};

/** Writes a page into the section of the webhooks and, if it is a page that builds, into its sidebar. */
function plantPage(file: string, body: string, fields: Record<string, string> = frontMatter, listed = true) {
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  copy.write(`src/content/docs/webhooks/${file}`, ['---', ...lines, '---', body, ''].join('\n'));
  if (listed) plantInSidebar(`webhooks/${file.replace(/\.mdx?$/, '')}`);
}

function plantInSidebar(slug: string) {
  copy.edit('src/config/sidebars.ts', "webhooks: ['webhooks',", `webhooks: ['webhooks', '${slug}',`);
}

/** Returns the first line of a file in the copy that contains a string, counted from 1. */
function lineOf(file: string, text: string): number {
  return (
    copy
      .read(file)
      .split('\n')
      .findIndex((line) => line.includes(text)) + 1
  );
}

const links: Mistake = {
  title: 'Broken links in Markdown, MDX, the header and the reference, with file, line and nearest page',
  plant: () => {
    copy.edit('src/config/sections.ts', "href: '/webhooks/'", "href: '/webhook/'");
    plantPage('planted-md.md', '[a](/webhooks/evnts/)\n\n[b](/webhooks/structure/#no-such-heading)');
    plantPage(
      'planted-mdx.mdx',
      '<a href="/webhooks/strcture/">a</a> [b](/api/consents/operations/refreshconsents/) [c](/webhooks/events)\n\n' +
        '<img src="/none.svg" alt="A picture" />',
      { ...frontMatter, title: 'Planted, too' },
    );
  },
  get messages() {
    const page = String.raw`\n {2}/webhooks/planted-mdx/\n {4}`;
    const file = String.raw`src/content/docs/webhooks/planted`;
    const header = lineOf('src/config/sections.ts', "href: '/webhook/'");
    return [
      /The built site has 7 broken links:/,
      new RegExp(
        String.raw`\n {2}/.* and \d+ more\n {4}/webhook/ \(a\[href\]\)\n {6}there is no such page; did you mean /webhooks/\?\n {6}Written in src/config/sections\.ts:${header}\n`,
      ),
      new RegExp(
        String.raw`/webhooks/evnts/ \(.*\n.*did you mean /webhooks/events/\?\n {6}Written in ${file}-md\.md:6\n`,
      ),
      new RegExp(
        String.raw`/webhooks/structure/ has no element with the ID "no-such-heading"\.\n {6}Written in ${file}-md\.md:8\n`,
      ),
      new RegExp(
        String.raw`${page}/webhooks/strcture/ .*\n.*did you mean /webhooks/structure/\?\n {6}Written in ${file}-mdx\.mdx:6\n`,
      ),
      new RegExp(
        String.raw`${page}/api/consents/operations/refreshconsents/ .*\n.*did you mean /api/consents/operations/refreshconsent/\?`,
      ),
      new RegExp(
        String.raw`${page}/webhooks/events .*\n {6}write /webhooks/events/, with a slash at its end\.`,
      ),
      new RegExp(
        String.raw`${page}/none\.svg \(img\[src\]\)\n {6}there is no such file in the built site\.\n {6}Written in ${file}-mdx\.mdx:8\n`,
      ),
    ];
  },
};

/** Mistakes that only links as they are written show. */
const writtenLinks: Mistake = {
  title: 'A relative link and one to localhost below a base path, reported by starlight-links-validator',
  variables: { BASE_PATH: '/docs/' },
  plant: () => plantPage('planted.md', '[a](../events/)\n\n[b](http://localhost:4321/webhooks/)'),
  messages: [
    /webhooks\/planted\.md\n[^]*\b6 \| \.\.\/events\/\n.*relative link/,
    /\b8 \| http:\/\/localhost:4321\/webhooks\/\n.*local link/,
    /Links validation failed/,
  ],
};

const contracts: Mistake = {
  title: 'Invalid YAML, a dangling reference, invalid OpenAPI and an unlisted contract, in one message',
  plant: () => {
    copy.write('openapi/payments.yaml', 'openapi: 3.1.0\n');
    copy.edit('openapi/users.yaml', 'openapi: 3.1.0\ninfo:\n', 'openapi: 3.1.1\ninfo: [\n');
    copy.edit('openapi/consents.yaml', './shared/consent.yaml#/Consent', './shared/consent.yaml#/Permission');
    copy.edit('openapi/providers.yaml', 'openapi: 3.1.0\n', 'openapi: 3.1.1\npath: {}\n');
  },
  get messages() {
    const line = lineOf('openapi/consents.yaml', '#/Permission');
    return [
      /The API contracts have 4 errors:/,
      /openapi\/payments\.yaml:1:1 src\/config\/apis\.ts doesn't list this contract\./,
      /openapi\/users\.yaml.*missed comma between flow collection entries.*\b4:10\b|openapi\/users\.yaml:4:10 missed comma/,
      new RegExp(`openapi/consents\\.yaml:${line}:\\d+ Can't resolve \\$ref`),
      /openapi\/providers\.yaml:2:1 Property `path` is not expected here\./,
      /run `npm run lint:openapi`/,
    ];
  },
};

/** Parts of a page, each with the message about it, and with its line if that isn't the first one. */
const wrongLines: readonly (readonly [text: string, message: string, line?: string])[] = [
  ['Call it with `redirectURL`.', 'no contract has `redirectURL`; did you mean `redirectUrl`?'],
  ['#### Too deep', 'the heading "Too deep" skips a level; write ## Too deep'],
  [
    ':::warning\nText.\n:::',
    'there is no aside `:::warning`; write :::note, :::tip, :::caution, or :::danger.',
  ],
  ['| a | b |\n| - | - |\n| 1 |', 'the row has 1 of 2 cells; write | within a cell as \\|.', '| 1 |'],
  [
    "```js\nawait call('GET', '/Account');\n```",
    'no contract has `GET /Account`; did you mean `GET /Accounts`?',
    'await',
  ],
  ['1. One\n2. Two\n2. Three', 'step 2 follows step 2; renumber it.', '2. Three'],
  ['<Enum of="ConsentStatus" off="x" />', '<Enum> has no attribute "off"; did you mean "of"?'],
  ['##Two', '`##Two` is no heading; write a space after #.'],
  ['Store **the ID.', '**the ID. is not bold; write ** at both ends, without a space within them.'],
  ['[Mail](mailto:help)', 'mailto:help leads to no mailbox; write mailto:name@example.com.'],
  ['![](/favicon.svg)', 'the picture /favicon.svg has no alternative text; describe what it shows.'],
  ['![Large](/large.svg)', 'public/large.svg has 201 kB; make it at most 200 kB.'],
  ['![A page](/page.png)', "public/page.png isn't a picture in the format .png; save it in that format."],
  [':::note\nText.', "the aside `:::note` isn't closed; write ::: on a line of its own below it."],
];

const planted = 'src/content/docs/webhooks/planted.mdx';

const pageErrors: Mistake = {
  title: 'Each mistake in the text of a page, with file, line and fix',
  variables: { BASE_PATH: '/docs/' },
  plant: () => {
    copy.write('public/large.svg', `<svg>${' '.repeat(200_000)}</svg>`);
    copy.write('public/page.png', '<!doctype html>');
    copy.write('src/content/partials/planted.mdx', 'Text.');
    plantPage('planted.mdx', wrongLines.map(([text]) => text).join('\n\n'));
  },
  get messages() {
    return [
      new RegExp(`Pages have ${wrongLines.length + 1} errors:`),
      /partials\/planted\.mdx:1\n {4}no page uses the file;/,
      ...wrongLines.map(([text, message, line = text.split('\n')[0]!]) => {
        return new RegExp(`${planted}:${lineOf(planted, line)}\\n {4}${RegExp.escape(message)}`);
      }),
    ];
  },
};

const mistakes: readonly Mistake[] = [
  contracts,
  {
    title: 'Invalid front matter of several pages, with file, field and fix',
    plant: () => {
      plantPage('planted.md', 'Text.', { title: frontMatter.title, section: 'webhook' }, false);
      plantPage(
        'short.md',
        'Text.',
        { ...frontMatter, title: 'A long title '.repeat(5), description: 'Too short.', sidbar: 'Short' },
        false,
      );
    },
    messages: [
      /src\/content\/docs\/webhooks\/planted\.md: the front matter has 2 errors\./,
      /\n {2}description: every page needs one sentence that says what the reader does here\./,
      /\n {2}section: there is no section "webhook"; use one of main, account-information, /,
      /webhooks\/short\.md: the front matter has 3 errors\.\n {2}title: has 65 characters; write at most 60\.\n {2}description: has 10 characters; write 70 to 160\./,
      /\n {2}sidbar: pages have no such field; did you mean "sidebar"\?/,
    ],
  },
  {
    title: 'An unknown slug in a sidebar and a duplicate title, with file and fix',
    plant: () => {
      plantInSidebar('webhooks/evnts');
      plantPage('planted.md', 'Text.');
      plantPage('planted-twin.md', 'Text.');
    },
    messages: [
      /src\/config\/sidebars\.ts: the sidebar "webhooks" lists the page 'webhooks\/evnts', which does not exist\./,
      /Fix: did you mean 'webhooks\/events'\? Otherwise create src\/content\/docs\/webhooks\/evnts\.md\./,
      /src\/content\/docs\/webhooks\/planted(-twin)?\.md: the title "A planted page" is already the title of src\/content\/docs\/webhooks\/planted(-twin)?\.md\./,
      /Fix: give each page its own title/,
    ],
  },
  pageErrors,
  links,
  writtenLinks,
];

describe('The build fails and reports:', () => {
  for (const mistake of mistakes) {
    test(mistake.title, () => {
      mistake.plant();
      const { status, output } = copy.build(mistake.variables);
      assert.equal(status, 1, output);
      for (const message of mistake.messages) assert.match(output, message);
    });
  }
});
