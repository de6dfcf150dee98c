/** Words that say nothing about what a reader looks for. They count only in queries of nothing else. */
export const stopWords: ReadonlySet<string> = new Set(
  (
    'a an and are as at be between by can compare compared could difference differences do does for from got ' +
    'free happens have how i if in is it long many me much my need of often on or our should so that the their them there this to ' +
    'versus vs want was we what when where which who why will with without would you your'
  ).split(' '),
);

/** Words of a query that a page may lack, such as the languages that all samples are in, or "get". */
export const optionalWords: ReadonlySet<string> = new Set(
  'c# csharp curl example examples get gets java javascript js node php python sample samples'.split(' '),
);

/** Words for the kind of a name, as in "Transaction object". */
export const kindWords: ReadonlySet<string> = new Set(
  'enum field fields header object parameter properties property schema type value values'.split(' '),
);

/** Words that mean the same to readers. */
export const synonyms: readonly (readonly string[])[] = [
  ['expiry', 'expire', 'expires', 'expiration', 'lifetime', 'live', 'valid', 'ttl'],
  ['categorization', 'categorisation', 'categorize', 'categorise'],
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
  ['analyze', 'analyse', 'analysis'],
];
