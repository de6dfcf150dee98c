/** A programming language, with its name for readers and its name in the syntax highlighter. */
export interface SampleLanguage {
  label: string;
  language: 'sh' | 'js' | 'python' | 'csharp' | 'java' | 'php';
}

/** The languages of all samples, in display order. */
export const sampleLanguages: readonly SampleLanguage[] = [
  { label: 'cURL', language: 'sh' },
  { label: 'JavaScript', language: 'js' },
  { label: 'Python', language: 'python' },
  { label: 'C#', language: 'csharp' },
  { label: 'Java', language: 'java' },
  { label: 'PHP', language: 'php' },
];

/** A language's name in Scalar, which selects the highlighting. */
export const inScalar = (language: SampleLanguage['language']) => (language === 'sh' ? 'curl' : language);
