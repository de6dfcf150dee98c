import type { SectionId } from './sections.ts';

/** One of the ten APIs. Titles, operations and states come from its contract. */
export interface Api {
  /** Name of the contract, `openapi/<name>.yaml`, and of its static reference, `/api/<name>/`. */
  name: string;
  /** Slug of the page with the interactive reference. */
  page: string;
  /** The section whose guides explain the API. */
  section: SectionId;
}

/** The ten APIs in the order in which the reference lists them. */
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

/** What the addresses of all interactive references end with, and those of no other page. */
export const INTERACTIVE_REFERENCE = /-api[^/]*\/$/;

export type ApiName = (typeof apis)[number]['name'];
