import { withBase } from './browser/with-base.ts';

/** The URL of a path of the site, such as `/llms.txt`. Programs keep a file without the URL that it comes from. */
export const siteUrl = (path: string): string => new URL(withBase(path), import.meta.env.SITE).href;
