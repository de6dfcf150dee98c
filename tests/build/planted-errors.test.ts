import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { ProjectCopy } from '../support/project-copy.ts';
import { imports, wrongLines } from './support/wrong-lines.ts';

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

const planted = 'src/content/docs/webhooks/planted.mdx';

const pageErrors: Mistake = {
  title: 'Each mistake in the text of a page, with file, line and fix',
  variables: { BASE_PATH: '/docs/' },
  plant: () => {
    copy.write('public/large.svg', `<svg>${' '.repeat(200_000)}</svg>`);
    copy.write('public/page.png', '<!doctype html>');
    copy.write('src/content/partials/planted.mdx', 'Text.');
    plantPage('planted.mdx', [imports, ...wrongLines.map(([text]) => text)].join('\n\n'));
  },
  get messages() {
    return [
      new RegExp(`Pages have ${wrongLines.length + 3} errors:`),
      new RegExp(
        `${planted}:9\\n {4}there is no @components/Trem.astro; did you mean @components/Term.astro\\?`,
      ),
      new RegExp(`${planted}:9\\n {4}the page doesn't use Term; remove its import\\.`),
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
      plantPage(
        'planted.md',
        'Text.',
        { title: frontMatter.title, section: 'webhook', keywords: 'rate limit' },
        false,
      );
      plantPage(
        'short.md',
        'Text.',
        { ...frontMatter, title: 'A long title '.repeat(5), description: 'Too short.', sidbar: 'Short' },
        false,
      );
      copy.write('src/content/docs/webhooks/open.md', '---\ntitle: Open\n\nText.\n');
      copy.edit('src/content/docs/webhooks/structure.mdx', '  label:', '  lable:');
    },
    messages: [
      /src\/content\/docs\/webhooks\/planted\.md: the front matter has 3 errors\./,
      /\n {2}description: every page needs one sentence that says what the reader does here\./,
      /\n {2}section \(line 3\): there is no section "webhook"; use one of main, account-information, /,
      /webhooks\/short\.md: the front matter has 3 errors\.\n {2}title \(line 2\): has 65 characters; write at most 60\.\n {2}description \(line 3\): has 10 characters; write 70 to 160\./,
      /\n {2}sidbar \(line 5\): pages have no such field; did you mean "sidebar"\?/,
      /webhooks\/open\.md:1: the front matter isn't closed; write --- on a line of its own below it\./,
      /webhooks\/structure\.mdx: .*\n {2}sidebar\.label \(line 6\): write the short name of the page\.\n {2}sidebar\.lable \(line 6\): pages have no such field; did you mean "label"\?/,
      /\n {2}keywords \(line 4\): is "rate limit"; write a list/,
    ],
  },
  {
    title: "Front matter that isn't YAML, with file, line and fix",
    plant: () =>
      copy.write('src/content/docs/webhooks/planted.md', '---\ntitle: A\nsection: b: c\n---\nText.\n'),
    messages: [
      /^src\/content\/docs\/webhooks\/planted\.md:3: this isn't YAML: bad indentation .*colon in quotes/m,
    ],
  },
  {
    title: 'Mistakes in a list of providers, with file, line and fix',
    plant: () => {
      copy.edit('src/content/providers/be.yaml', 'example-savings-be', 'example-bank-be');
      copy.edit('src/content/providers/de.yaml', 'countryCode: DE', 'countryCode: De');
      copy.edit('src/content/providers/es.yaml', '  beta: false', '  betta: false');
    },
    get messages() {
      const line = (file: string, text: string) => lineOf(`src/content/providers/${file}.yaml`, text);
      return [
        /providers\/be\.yaml:\d+: 1\.providerKey: "example-bank-be" is already in the list; keep one of the two\./,
        new RegExp(
          String.raw`providers/de\.yaml:${line('de', 'De')}: 0\.countryCode: write the country as two`,
        ),
        new RegExp(String.raw`providers/es\.yaml:\d+: 0: the contract's Provider has no betta; remove it`),
        /providers\/es\.yaml:\d+: 0\.beta: write true or false/,
      ];
    },
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
];

describe('The build fails and reports:', () => {
  for (const mistake of mistakes) {
    test(mistake.title, () => {
      mistake.plant();
      const { status, output } = copy.build(mistake.variables);
      assert.equal(status, 1, output);
      for (const message of mistake.messages) assert.match(output, message);
      assert.doesNotMatch(output, /Stack trace|^ +at .*:\d+:\d+\)?$/m);
    });
  }
});
