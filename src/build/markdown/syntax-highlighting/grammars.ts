import { bundledLanguages } from 'shiki/langs';
import { isSpecialLang } from 'shiki/core';
import { nearest } from '../../../shared/nearest.ts';

/** The languages of code samples, by the names that writers use. */
const names =
  'bash csharp css diff go html http java js json kotlin mdx php py python ruby sh sql ts tsx xml yaml'.split(
    ' ',
  );

/** The grammars of all languages. Load them together, because samples in MDX contain code in other languages. */
export const grammars = names.map((name) => bundledLanguages[name as keyof typeof bundledLanguages]);

/**
 * Returns false for plain text.
 *
 * @param file - Where the code is, for the message.
 * @throws Error with the file, the language and the nearest known one.
 */
export function hasGrammar(language: string, file = 'A component'): boolean {
  if (isSpecialLang(language)) return false;
  if (names.includes(language)) return true;
  const suggestion = nearest(language, names);
  throw new Error(
    `${file}: code in "${language}" can't be colored. ${suggestion ? `Did you mean "${suggestion}"? ` : ''}` +
      `Use one of ${names.join(', ')}, or txt for anything else. The list is in src/build/markdown/syntax-highlighting/grammars.ts.`,
  );
}
