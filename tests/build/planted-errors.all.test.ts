import { copy, lineOf, plantInSidebar, testMistakes } from './support/mistakes.ts';

testMistakes([
  {
    title: 'A development build',
    plant: () => copy.edit('src/build/mode.ts', "process.argv.includes('dev')", 'true'),
    messages: [
      /^The built site has no search and no service worker, so it isn't a production build\.\n {2}Fix: .*mode\.ts/m,
    ],
  },
  ...['md', 'mdx'].map((extension) => ({
    title: `Front matter that isn't YAML, with file, line and fix (.${extension})`,
    plant: () =>
      copy.write(
        `src/content/docs/webhooks/planted.${extension}`,
        '---\ntitle: A\ndescription: b: c\n---\nText.\n',
      ),
    messages: [
      new RegExp(
        `^src/content/docs/webhooks/planted\\.${extension}:3: this isn't YAML: bad indentation .*colon in quotes`,
        'm',
      ),
    ],
  })),
  {
    title: 'Files that would be on no page, with the fix',
    plant: () => {
      copy.write('src/content/docs/webhooks/my page.mdx', 'Text.');
      copy.write('src/content/docs/glossary.md', 'Text.');
    },
    messages: [
      /^src\/content\/docs\/webhooks\/my page\.mdx: the site would ignore this name\.\n {2}Fix: rename it to src\/content\/docs\/webhooks\/my-page\.mdx/m,
      /^src\/content\/docs\/glossary\.md and src\/content\/docs\/glossary\.mdx are the same page\.\n {2}Fix: /m,
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
    title: 'An unknown slug in a sidebar',
    plant: () => {
      plantInSidebar('webhooks/evnts');
    },
    messages: [/slug `"webhooks\/evnts"`.*does not exist/],
  },
]);
