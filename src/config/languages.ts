/** A programming language of the samples. */
export interface SampleLanguage {
  /** Name, as readers know it. */
  label: string;
  /** Name in the highlighter. */
  language: string;
  /** Names of language and library in the snippet library. */
  target: 'shell' | 'js' | 'python' | 'csharp' | 'java' | 'php';
  client: 'curl' | 'fetch' | 'requests' | 'httpclient' | 'nethttp';
}

/** The languages of all samples on the site, in their order. */
export const sampleLanguages: readonly SampleLanguage[] = [
  { label: 'cURL', language: 'sh', target: 'shell', client: 'curl' },
  { label: 'JavaScript', language: 'js', target: 'js', client: 'fetch' },
  { label: 'Python', language: 'python', target: 'python', client: 'requests' },
  { label: 'C#', language: 'csharp', target: 'csharp', client: 'httpclient' },
  { label: 'Java', language: 'java', target: 'java', client: 'nethttp' },
  { label: 'PHP', language: 'php', target: 'php', client: 'curl' },
];
