/** Slugs of the pages that stand in for those that are not there or could not be loaded: no link leads to them. */
export const errorPages = ['404', '500'];

/** The files that hosts look for. */
export const errorFiles = errorPages.map((slug) => `${slug}.html`);
