/** Slugs of the pages for "not found" and for failed loads. No page links to them. */
export const errorPages = ['404', '500'];
