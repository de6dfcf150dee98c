import { copy, frontMatter, lineOf, plantPage, testMistakes, type Mistake } from './support/mistakes.ts';

const links: Mistake = {
  title: 'Broken links in the header and in components, which no source has, with page and nearest page',
  plant: () => {
    copy.edit('src/layout/SiteFooter.astro', '<footer', '<a href="/webhook/">a</a><footer');
    plantPage(
      'planted.mdx',
      '[a](/webhooks/structure/#Consent.nothing)\n\n<img {...{ src: "/none.svg" }} alt="A picture" />',
    );
  },
  messages: [
    /The built site has 3 broken links:/,
    /\/webhook\/ on \/.* and \d+ more: .*did you mean \/webhooks\/\?/,
    /\/webhooks\/structure\/#Consent\.nothing on .*planted\/: .*no element with this ID/,
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
    title: 'Mistakes on pages of all kinds, in one message',
    plant: () => {
      plantPage('front.md', 'Text.', { title: 'A', description: 'Short.' });
      plantPage('planted.mdx', 'Call it with `redirectURL`.\n\n:::warning\nText.\n:::');
      plantPage('unlisted.md', 'Text.', { ...frontMatter, title: 'Another' }, false);
    },
    messages: [
      /Pages have 4 errors\./,
      /webhooks\/unlisted\.md: no sidebar lists this page\.\n {2}Fix: add 'webhooks\/unlisted'/,
      /webhooks\/front\.md:3: description: Too small/,
      /planted\.mdx:5: no contract has `redirectURL`; did you mean `redirectUrl`\?/,
      /planted\.mdx:7: there is no aside `:::warning`; write :::note/,
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
  links,
]);
