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
