import { withBase } from './browser/with-base.ts';

/** The URL of a site path, such as `/llms.txt`, for files that programs keep without their origin. */
export const siteUrl = (path: string): string => new URL(withBase(path), import.meta.env.SITE).href;
