import { apis } from './apis.ts';

/** A path that leads to another. */
export interface Redirect {
  /** The old path, without the base path. With a trailing slash, it includes the path without one. */
  readonly from: `/${string}`;
  /** The path of the page or file, and a fragment if useful. */
  readonly to: `/${string}`;
}

/**
 * Pages that have moved. The build fails if a page of `published-pages.txt` is gone without an entry here, or if an
 * entry leads to a page that doesn't exist.
 */
export const redirects: readonly Redirect[] = [];

/** The files that redirect readers on hosts without redirect rules. */
export const redirectFiles = redirects.map(({ from }) => `${from.slice(1)}index.html`);

const documents = ['platform', ...apis.map(({ name }) => name)] as const;
/** APIs whose name is a plural, unlike `analysis`. */
const plurals = apis.map(({ name }) => name).filter((name) => /[^i]s$/.test(name));

/** Where people and programs that know other portals look for documents. The build checks where they lead. */
export const guesses: readonly Redirect[] = [
  ...led('/openapi/platform.json', [
    '/openapi.json',
    '/swagger.json',
    '/v2/api-docs/',
    '/v3/api-docs/',
    '/openapi/openapi.json',
    '/api/openapi.json',
    '/.well-known/openapi.json',
  ]),
  ...led('/openapi/platform.yaml', [
    '/openapi.yaml',
    '/openapi.yml',
    '/swagger.yaml',
    '/openapi/openapi.yaml',
    '/api/openapi.yaml',
    '/.well-known/openapi.yaml',
  ]),
  ...led('/api/downloads/', ['/openapi/', '/downloads/']),
  ...led('/api/changelog/', ['/changelog/']),
  ...led('/changelog.atom', ['/feed.xml', '/rss.xml', '/atom.xml']),
  ...led('/llms.txt', ['/llm.txt', '/.well-known/llms.txt']),
  ...led('/skill.md', ['/AGENTS.md', '/agents.md', '/skills.md']),
  ...led('/api/', ['/api-docs/', '/swagger/', '/swagger-ui/', '/reference/', '/api-reference/']),
  ...documents.flatMap((name) => led(`/openapi/${name}.yaml`, [`/openapi/${name}.yml`])),
  ...plurals.flatMap((name) =>
    (['.yaml', '.json'] as const).flatMap((extension) =>
      led(`/openapi/${name}${extension}`, [`/openapi/${name.slice(0, -1)}${extension}`]),
    ),
  ),
];

function led(to: Redirect['to'], from: readonly Redirect['from'][]): Redirect[] {
  return from.map((path) => ({ from: path, to }));
}
