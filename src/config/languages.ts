/** A programming language of the samples. */
export interface SampleLanguage {
  /** Name, as readers know it. */
  label: string;
  /** Name in the highlighter. */
  language: 'sh' | 'js' | 'python' | 'csharp' | 'java' | 'php';
}

/** The languages of all samples on the site, in their order. */
export const sampleLanguages: readonly SampleLanguage[] = [
  { label: 'cURL', language: 'sh' },
  { label: 'JavaScript', language: 'js' },
  { label: 'Python', language: 'python' },
  { label: 'C#', language: 'csharp' },
  { label: 'Java', language: 'java' },
  { label: 'PHP', language: 'php' },
];
