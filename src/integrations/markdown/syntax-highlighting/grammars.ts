import { isSpecialLang, type DynamicImportLanguageRegistration } from 'shiki/core';
import { nearest } from '../../../shared/nearest.ts';

type Grammars = readonly DynamicImportLanguageRegistration[];

const yaml = () => import('@shikijs/langs/yaml');

/** The languages that code may be in, by the names that writers use, each with those that stand within it. */
const grammars: Record<string, Grammars> = {
  bash: [() => import('@shikijs/langs/bash')],
  csharp: [() => import('@shikijs/langs/csharp')],
  css: [() => import('@shikijs/langs/css')],
  diff: [() => import('@shikijs/langs/diff')],
  go: [() => import('@shikijs/langs/go')],
  html: [() => import('@shikijs/langs/html')],
  http: [() => import('@shikijs/langs/http')],
  java: [() => import('@shikijs/langs/java')],
  js: [() => import('@shikijs/langs/js')],
  json: [() => import('@shikijs/langs/json')],
  kotlin: [() => import('@shikijs/langs/kotlin')],
  mdx: [() => import('@shikijs/langs/mdx'), yaml, () => import('@shikijs/langs/tsx')],
  php: [() => import('@shikijs/langs/php')],
  py: [() => import('@shikijs/langs/py')],
  python: [() => import('@shikijs/langs/python')],
  ruby: [() => import('@shikijs/langs/ruby')],
  sh: [() => import('@shikijs/langs/sh')],
  sql: [() => import('@shikijs/langs/sql')],
  ts: [() => import('@shikijs/langs/ts')],
  xml: [() => import('@shikijs/langs/xml')],
  yaml: [yaml],
};

/**
 * The grammars for code in a language; none for plain text.
 *
 * @param file - Where the code stands, for the message.
 * @throws Error that names the file, the language and the nearest one that is known.
 */
export function grammarsFor(language: string, file?: string): Grammars {
  if (isSpecialLang(language)) return [];
  const known = grammars[language];
  if (known) return known;
  const near = nearest(language, Object.keys(grammars));
  throw new Error(
    `${file ?? 'A component'}: code in "${language}" cannot be colored. ${near ? `Did you mean "${near}"? ` : ''}` +
      `Known are ${Object.keys(grammars).join(', ')}, and txt for none of them; src/integrations/markdown/syntax-highlighting/grammars.ts has the list.`,
  );
}
