import type { SampleLanguage } from './languages.ts';

/** The placeholder for the access token in every sample. */
export const TOKEN_PLACEHOLDER = 'YOUR_ACCESS_TOKEN';

/** The client of each language in the interactive reference, by the names that Scalar's library gives them. */
export const scalarClients: Readonly<Record<SampleLanguage['language'], string>> = {
  sh: 'shell/curl',
  js: 'js/fetch',
  python: 'python/requests',
  csharp: 'csharp/httpclient',
  java: 'java/nethttp',
  php: 'php/curl',
};
