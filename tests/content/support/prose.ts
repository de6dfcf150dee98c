/** Sentences, words and syllables. */

/** Abbreviations whose period doesn't end a sentence. */
const SHORT_FORM = /\b(?:e\.g|i\.e|etc|vs)\.$/;

/** The sentences of a text. */
export function sentencesOf(text: string): string[] {
  const sentences: string[] = [];
  for (const part of text.split(/(?<=[.!?]["”’)]?)\s+(?=["“‘(]?[\p{Lu}\d‹`])/u)) {
    const last = sentences.at(-1);
    if (last !== undefined && SHORT_FORM.test(last)) sentences[sentences.length - 1] = `${last} ${part}`;
    else if (part.trim() !== '') sentences.push(part.trim());
  }
  return sentences;
}

/** The words of a text; a name such as `/Consent/{id}` is one. */
export function wordsOf(text: string): string[] {
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
}

/** The syllables of an English word, by its groups of vowels. */
export function syllablesIn(word: string): number {
  const letters = word.toLowerCase().replace(/[^a-z]/g, '');
  const groups = letters.replace(/(?:[^laeiouy]es|[^laeiouytd]ed|[^laeiouy]e)$/, '').match(/[aeiouy]+/g);
  return Math.max(1, groups?.length ?? 0);
}

/** The Flesch–Kincaid grade: the years of school that a text requires. */
export function readingGrade(sentences: readonly string[]): number {
  const words = sentences.flatMap(wordsOf);
  if (words.length === 0) return 0;
  const syllables = words.reduce((sum, word) => sum + syllablesIn(word), 0);
  return 0.39 * (words.length / sentences.length) + 11.8 * (syllables / words.length) - 15.59;
}
