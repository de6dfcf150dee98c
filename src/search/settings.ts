import type { StarlightRouteData } from '@astrojs/starlight/route-data';

/** Weights of matches in a page's facts, tuned for Pagefind 1.6. There, a title counts 5, and other text 1. */
export const factWeights = {
  /** Keywords of guides. */
  keywords: 20,
  call: 10,
  operation: 10,
  description: 2,
  // The section is shown in results, but not searched.
  section: 0,
} as const;

/** The `<meta>` element that passes a page's fact to Pagefind. */
export function searchFact(name: keyof typeof factWeights, content: string): StarlightRouteData['head'] {
  if (!content) return [];
  return [{ tag: 'meta', attrs: { name, 'data-pagefind-meta': `${name}[content]`, content }, content: '' }];
}

/** The pages that the search lists before the reader types, by their titles. */
export const popularPages = [
  { href: '/account-information/authentication/', title: 'Authenticate with client credentials' },
  { href: '/account-information/data-access/consents/', title: 'Create and manage consents' },
  { href: '/account-information/data-access/transactions/', title: 'Read and store transactions' },
  { href: '/account-information/error-handling/', title: 'Handle errors' },
  { href: '/troubleshooting/', title: 'Troubleshooting' },
  { href: '/webhooks/', title: 'Receive webhooks' },
  { href: '/api/', title: 'API reference' },
] as const;

/** Words that identify no topic, or that occur in all samples. They count only if a query has no other words. */
export const stopWords: ReadonlySet<string> = new Set(
  (
    'a an and are as at be between bug by can compare compared could difference differences do does for from got ' +
    'free happens have how i if in is it long many me much my need not of often on or our seem should so that the their them there this to ' +
    'versus vs want was we what when where which who why will with without would you your ' +
    'c# csharp curl example examples get gets java javascript js node php python sample samples'
  ).split(' '),
);

/** Words for a kind of name, as in "Transaction object". */
export const kindWords: ReadonlySet<string> = new Set(
  'enum field fields header object parameter properties property schema type value values'.split(' '),
);

/** Groups of words that find the same pages. */
export const synonyms: readonly (readonly string[])[] = [
  ['expiry', 'expire', 'expires', 'expiration', 'lifetime', 'live', 'valid', 'ttl'],
  ['bank', 'banks', 'provider', 'providers'],
  ['user', 'users', 'customer', 'customers'],
  ['authenticate', 'authentication', 'authorization', 'auth', 'login'],
  ['delete', 'remove', 'erase', 'cancel'],
  ['renew', 'extend', 'prolong'],
  ['revoke', 'withdraw'],
  ['poll', 'polling', 'monitor'],
  ['error', 'errors', 'failure', 'problem'],
  ['key', 'keys', 'credentials'],
  ['webhook', 'webhooks', 'callback', 'notification'],
  ['c#', 'csharp'],
];
