/** Slugs of the pages for "not found" and for failed loads. No page links to them. */
export const errorPages = ['404', '500'];

/** The names that static hosts expect for these pages. */
export const errorFiles = errorPages.map((slug) => `${slug}.html`);
