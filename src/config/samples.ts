/** The languages of all samples, in display order: the name for readers and the name in the syntax highlighter. */
export const sampleLanguages = [
  { label: 'cURL', language: 'sh' },
  { label: 'JavaScript', language: 'js' },
  { label: 'Python', language: 'python' },
  { label: 'C#', language: 'csharp' },
  { label: 'Java', language: 'java' },
  { label: 'PHP', language: 'php' },
] as const;

/** The languages that Markdown twins show, best first. For each sample, a twin shows the first one available. */
export const twinLanguages: readonly string[] = ['JavaScript', 'cURL'];

/** The label of the tab that a Markdown twin shows. `undefined` if the tabs aren't languages, because it shows them all. */
export function tabInTwin(labels: readonly string[]): string | undefined {
  const areLanguages = sampleLanguages.some(({ label }) => labels.includes(label));
  return areLanguages ? (twinLanguages.find((label) => labels.includes(label)) ?? labels[0]) : undefined;
}

/** A sample language's name in Scalar, which selects the highlighting. */
export const scalarLanguage = (language: string) => (language === 'sh' ? 'curl' : language);

/** The placeholder for the access token in every sample. */
export const TOKEN_PLACEHOLDER = 'YOUR_ACCESS_TOKEN';

/** The values in samples for each environment. The sandbox's values are its default settings. */
export const environments = {
  platform: {
    host: 'https://api.example.com',
    clientId: 'YOUR_CLIENT_ID',
    clientSecret: 'YOUR_CLIENT_SECRET',
  },
  sandbox: {
    host: 'http://127.0.0.1:4010',
    clientId: 'example-customer-app',
    clientSecret: 'example-secret',
  },
} as const;

/** An environment that samples can send requests to. */
export type Environment = keyof typeof environments;

/** The local storage key of the environment that the reader chose. */
export const environmentKey = 'environment';
