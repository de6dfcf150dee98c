import type { StarlightRouteData } from '@astrojs/starlight/route-data';

/** The weights of matches in a page's facts, tuned for Pagefind 1.6, where titles weigh 5 and other text weighs 1. */
export const factWeights = {
  /** The keywords in a guide's front matter. */
  keywords: 20,
  call: 10,
  operation: 10,
  description: 2,
  // Results show the section, but the search ignores it.
  section: 0,
} as const;

/** The `<meta>` element that passes a page's fact to Pagefind. */
export function searchFact(name: keyof typeof factWeights, content: string): StarlightRouteData['head'] {
  if (!content) return [];
  return [{ tag: 'meta', attrs: { name, 'data-pagefind-meta': `${name}[content]`, content }, content: '' }];
}

/** The page whose headings are symptoms. */
export const symptomsPage = '/troubleshooting/';

/** The titles of the pages that the search lists before the reader types. */
export const popularPages = [
  { href: '/account-information/authentication/', title: 'Authenticate with client credentials' },
  { href: '/account-information/data-access/consents/', title: 'Create and manage consents' },
  { href: '/account-information/data-access/transactions/', title: 'Read and store transactions' },
  { href: '/account-information/error-handling/', title: 'Handle errors' },
  { href: symptomsPage, title: 'Troubleshooting' },
  { href: '/webhooks/', title: 'Receive webhooks' },
  { href: '/api/', title: 'API reference' },
] as const;

/** Words that identify no topic or occur in all samples. They count only if a query contains no other words. */
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
  ['counterpart', 'counterparty', 'merchant', 'payee', 'payer'],
  ['api', 'endpoint', 'endpoints'],
  ['c#', 'csharp'],
];
