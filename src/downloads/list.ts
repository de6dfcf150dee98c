import { apis } from '../config/apis.ts';
import { sampleLanguages } from '../config/samples.ts';
import { contracts } from '../contract/index.ts';
import { FULL_FILE } from '../shared/twin-path.ts';
import { extensions } from './openapi.ts';
import { starterFiles } from './starters.ts';

const row = (content: string, ...paths: string[]) => ({ content, paths });

/** Everything that readers and programs can download. The keys are sections of the page that lists the downloads. */
export const downloads = {
  openapi: () => [
    row('All APIs', ...extensions.map((extension) => `/openapi/platform${extension}`)),
    ...contracts().map(({ name, title, deprecated }) =>
      row(
        deprecated ? `${title} (deprecated)` : title,
        ...[...extensions, '.txt'].map((extension) => `/openapi/${name}${extension}`),
      ),
    ),
    row('The sandbox’s control calls', '/sandbox-controls.yaml'),
    row(`Catalog of the ${apis.length} APIs (RFC 9727)`, '/.well-known/api-catalog'),
  ],
  clients: () => [
    row('Sandbox for Node.js', '/sandbox.mjs'),
    row('Sandbox scenario schema', '/scenario.schema.json'),
    ...[...starterFiles().keys()].map((language) =>
      row(`Starter in ${languageName(language)}`, `/starters/${language}.tar.gz`),
    ),
    row('Postman collection, also for Bruno', '/postman/collection.json'),
    row('Postman environments', '/postman/environment.json', '/postman/sandbox-environment.json'),
  ],
  markdown: () => [
    row('The full integration in one file', '/skill.md'),
    row('Block for your project’s AGENTS.md', '/AGENTS.md'),
    row('List of all pages, with rules for coding agents', '/llms.txt'),
    row('All pages in one file', `/${FULL_FILE}`),
    row('Archive of all pages, contracts, and the skill', '/docs.tar.gz'),
  ],
  values: () =>
    ['z1', 'z2'].map((engine) =>
      row(`${engine} categories`, `/values/${engine}-categories.csv`, `/values/${engine}-categories.json`),
    ),
  changes: () => [
    row('Changelog (Atom)', '/changelog.atom'),
    row('Changed pages (Atom)', '/pages.atom'),
    row('Version comparisons', ...apis.map(({ name }) => `/openapi/changes/${name}.json`)),
  ],
} as const;

const languageName = (folder: string) =>
  sampleLanguages.find(({ label, language }) => [label.toLowerCase(), language].includes(folder))?.label ??
  folder;
