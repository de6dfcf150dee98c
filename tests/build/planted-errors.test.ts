import { copy, frontMatter, lineOf, plantPage, testMistakes, type Mistake } from './support/mistakes.ts';
import { imports, wrongLines } from './support/wrong-lines.ts';

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

testMistakes([
  contracts,
  {
    title: 'Invalid front matter of several pages, with file, field and fix',
    plant: () => {
      plantPage('planted.md', 'Text.', { title: frontMatter.title, keywords: 'rate limit' }, false);
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
      /src\/content\/docs\/webhooks\/planted\.md: the front matter has 2 errors\./,
      /\n {2}description: every page needs one sentence that says what the reader does here\./,
      /webhooks\/short\.md: the front matter has 3 errors\.\n {2}title \(line 2\): has 65 characters; write at most 60\.\n {2}description \(line 3\): has 10 characters; write 70 to 160\./,
      /\n {2}sidbar \(line 4\): pages have no such field; did you mean "sidebar"\?/,
      /webhooks\/open\.md:1: the front matter isn't closed; write --- on a line of its own below it\./,
      /webhooks\/structure\.mdx: .*\n {2}sidebar\.label \(line 5\): write the short name of the page\.\n {2}sidebar\.lable \(line 5\): pages have no such field; did you mean "label"\?/,
      /\n {2}keywords \(line 3\): is "rate limit"; write a list/,
    ],
  },
  pageErrors,
  links,
]);
