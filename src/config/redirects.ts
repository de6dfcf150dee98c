/**
 * Pages that have moved, as `'/old/': '/new/#heading'`, without the base path. An old path with a trailing slash includes
 * the path without one. The build fails if an entry leads to a page that doesn't exist.
 */
export const redirects: Readonly<Record<string, string>> = {};
