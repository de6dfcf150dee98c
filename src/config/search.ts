/** What readers may search for besides the text of a page: keywords of guides, and the call and ID of operations. */
type Fact = 'keywords' | 'call' | 'operation';

/**
 * How much a match counts, by fact. In Pagefind a match in the title counts 5, elsewhere 1. Deprecated operations come
 * after those that replace them.
 */
export const factWeights = {
  keywords: 20,
  call: 10,
  operation: 10,
  'call (deprecated)': 2,
  'operation (deprecated)': 2,
  description: 2,
  // Only shown, and for the filter.
  section: 0,
} as const;

/** The name under which a fact is indexed. */
export function factName(fact: Fact, deprecated = false): keyof typeof factWeights {
  return deprecated && fact !== 'keywords' ? `${fact} (deprecated)` : fact;
}

/** The pages that the search lists before the reader types, by their titles. */
export const popularPages = [
  { href: '/account-information/authentication/', title: 'Authenticate with client credentials' },
  { href: '/account-information/data-access/consents/', title: 'Create and manage consents' },
  { href: '/account-information/data-access/transactions/', title: 'Read and store transactions' },
  { href: '/account-information/error-handling/', title: 'Handle errors' },
  { href: '/webhooks/', title: 'Receive webhooks' },
  { href: '/api/', title: 'API reference' },
] as const;
