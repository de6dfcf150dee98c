/** The drawn sidebar of each section in each language, by `<prefix>/<section>`, without a current page; filled while the site is built. */
export const sidebarCache = new Map<string, string>();
