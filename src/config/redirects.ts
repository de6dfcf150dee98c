/**
 * Pages that have moved, as `'/old/': '/new/#heading'`, without the base path. An entry for a path with a
 * trailing slash also covers the path without it. The build fails if an entry leads to a page that doesn't exist.
 */
export const redirects: Readonly<Record<string, string>> = {};

/**
 * Addresses at which programs look for a file, as `'/name.json': '/folder/name.json'`. Hosts without redirects respond
 * with a 404, because Astro would write a page, which programs can't read.
 */
export const fileRedirects: Readonly<Record<string, string>> = {
  '/openapi.json': '/openapi/platform.json',
  '/openapi.yaml': '/openapi/platform.yaml',
  '/story.schema.json': '/scenario.schema.json',
};
