/** A piece of an excerpt. */
export interface Piece {
  text: string;
  /** Whether it matches the query. */
  isMatch: boolean;
}

/** With fewer words, a piece of text is a heading, a cell or a name rather than a sentence. */
const SENTENCE = 5;

/**
 * The sentences of Pagefind's excerpt that match; empty if no sentence does. Its matches are in `<mark>`, with the
 * punctuation that follows, and `<` and `>` of the text are character references.
 */
export function sentencesIn(excerpt: string): Piece[] {
  const sentences = excerpt.replaceAll(/([^\p{L}\p{N}]+)<\/mark>/gu, '</mark>$1').split(/(?<=[.!?]) (?=\S)/);
  const first = sentences.findIndex(
    (sentence) => sentence.includes('<mark>') && sentence.split(' ').length >= SENTENCE,
  );
  if (first === -1) return [];
  const text = sentences.slice(first).join(' ');
  const isCut = first === 0 && !/^(<mark>)?\p{Lu}/u.test(text);
  const isOpen = !/[.!?]$/.test(text);
  return `${isCut ? '… ' : ''}${text}${isOpen ? ' …' : ''}`
    .split(/<\/?mark>/)
    .map((piece, index) => ({ text: withoutReferences(piece), isMatch: index % 2 === 1 }));
}

const withoutReferences = (text: string) =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
