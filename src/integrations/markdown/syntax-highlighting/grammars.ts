import { isSpecialLang, type DynamicImportLanguageRegistration } from 'shiki/core';
import { nearest } from '../../../shared/nearest.ts';

/** The languages of code samples, by the names that writers use. */
const grammarByName: Record<string, DynamicImportLanguageRegistration> = {
  bash: () => import('@shikijs/langs/bash'),
  csharp: () => import('@shikijs/langs/csharp'),
  css: () => import('@shikijs/langs/css'),
  diff: () => import('@shikijs/langs/diff'),
  go: () => import('@shikijs/langs/go'),
  html: () => import('@shikijs/langs/html'),
  http: () => import('@shikijs/langs/http'),
  java: () => import('@shikijs/langs/java'),
  js: () => import('@shikijs/langs/js'),
  json: () => import('@shikijs/langs/json'),
  kotlin: () => import('@shikijs/langs/kotlin'),
  mdx: () => import('@shikijs/langs/mdx'),
  php: () => import('@shikijs/langs/php'),
  py: () => import('@shikijs/langs/py'),
  python: () => import('@shikijs/langs/python'),
  ruby: () => import('@shikijs/langs/ruby'),
  sh: () => import('@shikijs/langs/sh'),
  sql: () => import('@shikijs/langs/sql'),
  ts: () => import('@shikijs/langs/ts'),
  tsx: () => import('@shikijs/langs/tsx'),
  xml: () => import('@shikijs/langs/xml'),
  yaml: () => import('@shikijs/langs/yaml'),
};

/** The grammars of all languages. Load them together: code in MDX is colored with those that are loaded by then. */
export const grammars: readonly DynamicImportLanguageRegistration[] = Object.values(grammarByName);

/**
 * Returns false for plain text.
 *
 * @param file - Where the code is, for the message.
 * @throws Error that names the file, the language and the nearest known one.
 */
export function hasGrammar(language: string, file = 'A component'): boolean {
  if (isSpecialLang(language)) return false;
  if (Object.hasOwn(grammarByName, language)) return true;
  const names = Object.keys(grammarByName);
  const suggestion = nearest(language, names);
  throw new Error(
    `${file}: code in "${language}" can't be colored. ${suggestion ? `Did you mean "${suggestion}"? ` : ''}` +
      `Use one of ${names.join(', ')}, or txt for anything else. The list is in src/integrations/markdown/syntax-highlighting/grammars.ts.`,
  );
}
