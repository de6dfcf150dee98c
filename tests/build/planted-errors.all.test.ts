import { copy, plantInSidebar, testMistakes } from './support/mistakes.ts';

testMistakes([
  {
    title: 'A development build',
    plant: () => copy.edit('src/integrations/mode.ts', "process.argv.includes('dev')", 'true'),
    messages: [
      /^The built site has no search and no service worker, so it isn't a production build\.\n {2}Fix: .*mode\.ts/m,
    ],
  },
  ...['md', 'mdx'].map((extension) => ({
    title: `Front matter that isn't YAML, with file and line (.${extension})`,
    plant: () =>
      copy.write(
        `src/content/docs/webhooks/planted.${extension}`,
        '---\ntitle: A\ndescription: b: c\n---\nText.\n',
      ),
    messages: [new RegExp(`planted\\.${extension}:[34]`)],
  })),
  {
    title: 'Files that would be on no page, with the fix',
    plant: () => {
      copy.write('src/content/docs/webhooks/my page.mdx', 'Text.');
      copy.write('src/content/docs/glossary.md', 'Text.');
    },
    messages: [
      /^ *src\/content\/docs\/webhooks\/my page\.mdx: the site would ignore this name\.\n {2}Fix: /m,
      /^ *src\/content\/docs\/glossary\.md and src\/content\/docs\/glossary\.mdx are the same page\.\n {2}Fix: /m,
    ],
  },
  {
    title: 'Mistakes in a list of providers, with file and field',
    plant: () => {
      copy.edit('src/content/providers/de.yaml', 'countryCode: DE', 'countryCode: De');
      copy.edit('src/content/providers/de.yaml', '  beta: false', '  betta: false');
    },
    messages: [/0\.countryCode.*pattern[^]*"betta"[^]*src\/content\/providers\/de\.yaml/],
  },
  {
    title: 'An unknown slug in a sidebar',
    plant: () => {
      plantInSidebar('webhooks/evnts');
    },
    messages: [/sidebars\.ts:\d+: there is no page 'webhooks\/evnts'/],
  },
]);
