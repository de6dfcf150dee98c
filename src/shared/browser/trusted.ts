/** What browsers with Trusted Types have. TypeScript doesn't know it. */
interface TrustedTypes {
  createPolicy: (name: string, policy: typeof unchanged) => typeof unchanged;
}

const unchanged = { createHTML: (html: string) => html, createScriptURL: (url: string) => url };

const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };

/**
 * The only policy of Trusted Types that pages allow. Its uses are all places where a string becomes HTML or the URL of a
 * script: the site's own pages, the excerpts that Pagefind escapes, and the service worker.
 */
export const trusted = trustedTypes?.createPolicy('portal', unchanged) ?? unchanged;
