import { copy, frontMatter, lineOf, plantPage, testMistakes, type Mistake } from './support/mistakes.ts';

const links: Mistake = {
  title: 'Broken links in Markdown, MDX, the header and the reference, with page and nearest page',
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
  messages: [
    /The built site has 7 broken links:/,
    /\/webhook\/ on \/.* and \d+ more: .*did you mean \/webhooks\/\?/,
    /\/webhooks\/evnts\/ on \/webhooks\/planted-md\/: .*did you mean \/webhooks\/events\/\?/,
    /\/webhooks\/structure\/#no-such-heading on .*planted-md\/: .*no element with this ID/,
    /\/webhooks\/strcture\/ on .*planted-mdx\/: .*did you mean \/webhooks\/structure\/\?/,
    /\/api\/consents\/operations\/refreshconsents\/ on .*did you mean \/api\/consents\/operations\/refreshconsent\/\?/,
    /\/webhooks\/events on .*: .*write \/webhooks\/events\//,
    /\/none\.svg on .*: .*no such file/,
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

testMistakes([
  contracts,
  {
    title: 'Invalid front matter, with file and field',
    plant: () => plantPage('planted.md', 'Text.', { title: 'A', description: 'Short.', sidbar: 'A' }),
    messages: [
      /src\/content\/docs\/webhooks\/planted\.md: fix the front matter\.\n.*"sidbar"\n.*>=70 characters\n.*at description/,
    ],
  },
  {
    title: 'Names on a page that no contract has, with file, line and the nearest name',
    plant: () => plantPage('planted.mdx', 'Call it with `redirectURL`.\n\n:::warning\nText.\n:::'),
    messages: [
      /planted\.mdx:5: no contract has `redirectURL`; did you mean `redirectUrl`\?/,
      /planted\.mdx:7: there is no aside `:::warning`; write :::note/,
      /names\.yaml/,
    ],
  },
  {
    title: 'A component with a name that no contract has, with the page and the nearest name',
    plant: () =>
      plantPage(
        'planted.mdx',
        'import Fields from \'@components/Fields.astro\';\n\n<Fields of="Consentt" />',
      ),
    messages: [/planted.*"?Consentt"?.*did you mean "?Consent\b/i],
  },
  {
    title: 'A component without its import',
    plant: () => plantPage('planted.mdx', '<Fields of="Consent" />'),
    messages: [/Fields/],
  },
  {
    title: 'A page that no sidebar lists, with the fix',
    plant: () => plantPage('planted.md', 'Text.', frontMatter, false),
    messages: [/webhooks\/planted\.md: no sidebar lists this page\.\n {2}Fix: add 'webhooks\/planted'/],
  },
  links,
]);
