import type { SectionId } from './sections.ts';

/** An API. Its title, operations, and status come from its contract. */
export interface Api {
  /** The name in the paths of the contract (`openapi/<name>.yaml`) and the static reference (`/api/<name>/`). */
  name: string;
  /** Slug of the page with the interactive reference. */
  page: string;
  /** The section with the API's guides. */
  section: SectionId;
}

/** All APIs, in the order of the reference. */
export const apis = [
  { name: 'authentication', page: 'authentication-api', section: 'account-information' },
  { name: 'providers', page: 'providers-api', section: 'account-information' },
  { name: 'users', page: 'users-api', section: 'account-information' },
  { name: 'consents', page: 'consents-api', section: 'account-information' },
  { name: 'accounts', page: 'accounts-api', section: 'account-information' },
  { name: 'transactions', page: 'transactions-api', section: 'account-information' },
  { name: 'sequencing', page: 'sequencing-api', section: 'sequencing' },
  { name: 'categorization-v2', page: 'categorization-api-v2', section: 'categorization' },
  { name: 'categorization', page: 'categorization-api', section: 'categorization' },
  { name: 'analysis', page: 'analysis-api', section: 'analysis' },
] as const satisfies readonly Api[];

/** True if the path leads to an interactive reference, in any language. */
export const isInteractive = (path: string) => apis.some(({ page }) => path.endsWith(`/${page}/`));

/** The name of an API, such as `consents`. */
export type ApiName = (typeof apis)[number]['name'];
