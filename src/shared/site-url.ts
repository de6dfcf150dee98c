import { withBase } from './browser/with-base.ts';

/** The full URL of a site path, such as `/llms.txt`, for files that programs copy to other places. */
export const siteUrl = (path: string): string => new URL(withBase(path), import.meta.env.SITE).href;
