/** The Trusted Types API, which TypeScript doesn't know. */
interface TrustedTypes {
  createPolicy: (name: string, policy: typeof unchanged) => typeof unchanged;
}

const unchanged = { createHTML: (html: string) => html, createScriptURL: (url: string) => url };

const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };

/** The only Trusted Types policy that pages allow, for every string that becomes HTML or a script URL. */
export const trusted = trustedTypes?.createPolicy('portal', unchanged) ?? unchanged;
