/**
 * Pages that have moved, as `'/old/': '/new/#heading'`, without the base path. An entry for a path with a
 * trailing slash also covers the path without it. The build fails if an entry leads to a page that doesn't exist.
 */
export const redirects: Readonly<Record<string, string>> = {};
