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

/** The languages that Markdown twins show, best first. For each sample, a twin shows the first one available. */
const inTwins = ['JavaScript', 'cURL'];

/** The label of the tab that a Markdown twin shows. `undefined` if the tabs aren't languages, because it shows them all. */
export function tabInTwin(labels: readonly string[]): string | undefined {
  const areLanguages = sampleLanguages.some(({ label }) => labels.includes(label));
  return areLanguages ? (inTwins.find((label) => labels.includes(label)) ?? labels[0]) : undefined;
}

/** A language's name in Scalar, which selects the highlighting. */
export const inScalar = (language: SampleLanguage['language']) => (language === 'sh' ? 'curl' : language);
