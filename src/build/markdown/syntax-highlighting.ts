import {
  definePlugin,
  ExpressiveCodeAnnotation,
  type AnnotationRenderOptions,
  type ExpressiveCodePlugin,
} from '@astrojs/starlight/expressive-code';
import { h, type Parents } from '@astrojs/starlight/expressive-code/hast';
import { createHighlighter, isSpecialLang, type BundledLanguage, type Highlighter } from 'shiki';
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript';
import { nearest } from '../../shared/nearest.ts';
import { WriterError } from '../../shared/writer-error.ts';

/** The languages of code samples. Loaded together, because samples in MDX contain code in other languages. */
export const languages =
  'bash csharp css diff go html http java js json kotlin mdx php py python ruby sh sql ts tsx xml yaml'.split(
    ' ',
  );

const theme = 'github-dark';

/**
 * Classes for the colors of the theme, each with its color in light and in dark mode. Other code is plain. Colors have a
 * contrast of 6.5 on a block, which is at least 4.5 on a marked line.
 */
const colors: readonly { className: string; of: readonly string[]; color: string }[] = [
  // Comments
  { className: 't-c', of: ['#6a737d'], color: 'light-dark(#535a62, #a5abb1)' },
  // Numbers and constants
  { className: 't-n', of: ['#79b8ff'], color: 'light-dark(#0055b6, #79b8ff)' },
  // Functions
  { className: 't-f', of: ['#b392f0'], color: 'light-dark(#683eb5, #ba9cf1)' },
  // Tags
  { className: 't-t', of: ['#85e89d'], color: 'light-dark(#1a662c, #85e89d)' },
  // Keywords
  { className: 't-k', of: ['#f97583', '#fdaeb7'], color: 'light-dark(#a52c38, #fa8995)' },
  // Strings
  { className: 't-s', of: ['#9ecbff', '#dbedff'], color: 'light-dark(#032f62, #9ecbff)' },
  // Variables
  { className: 't-v', of: ['#ffab70'], color: 'light-dark(#954006, #ffab70)' },
];
const classes = new Map(colors.flatMap(({ className, of }) => of.map((color) => [color, className])));

/** One per process. Astro loads this module twice, for Markdown and for components, and grammars take a second. */
const shared = globalThis as { highlighter?: Promise<Highlighter> };

/**
 * Colors code with classes. Expressive Code's own plugin reads each sample once per color mode and writes the colors
 * into `style` attributes, which doubles the elements of a page and the bytes of its code.
 */
export function syntaxHighlighting(): ExpressiveCodePlugin {
  return definePlugin({
    name: 'syntax-highlighting',
    baseStyles: colors.map(({ className, color }) => `.${className}{color:${color}}`).join(''),
    hooks: {
      performSyntaxAnalysis: async ({ codeBlock }) => {
        const { code, language, parentDocument } = codeBlock;
        if (isSpecialLang(language)) return;
        if (!languages.includes(language))
          throw new UnknownLanguageError(language, parentDocument?.sourceFilePath);
        const { codeToTokensBase } = await (shared.highlighter ??= createHighlighter({
          themes: [theme],
          langs: languages,
          // It takes half the time of the one in WebAssembly, and finds the same tokens.
          engine: createJavaScriptRegexEngine(),
        }));
        // Shiki's default limit of 500 ms per line leaves code without colors on a busy machine.
        const options = { lang: language as BundledLanguage, theme, tokenizeTimeLimit: 0 } as const;
        for (const [index, tokens] of codeToTokensBase(code, options).entries()) {
          const line = codeBlock.getLine(index);
          let columnStart = 0;
          for (const { content, color = '' } of tokens) {
            const columnEnd = columnStart + content.length;
            const className = classes.get(color.toLowerCase());
            if (className && content.trim())
              line?.addAnnotation(new ColoredCode(className, columnStart, columnEnd));
            columnStart = columnEnd;
          }
        }
      },
    },
  });
}

class ColoredCode extends ExpressiveCodeAnnotation {
  readonly #className: string;

  constructor(className: string, columnStart: number, columnEnd: number) {
    super({ inlineRange: { columnStart, columnEnd }, renderPhase: 'earliest' });
    this.#className = className;
  }

  override render({ nodesToTransform }: AnnotationRenderOptions): Parents[] {
    return nodesToTransform.map((node) => h('span', { className: this.#className }, node));
  }
}

/** Code in a language that isn't in the list, with the file and the nearest language. */
class UnknownLanguageError extends WriterError {
  constructor(language: string, file = 'A component') {
    const suggestion = nearest(language, languages);
    super(
      `${file}: code in "${language}" can't be colored. ${suggestion ? `Did you mean "${suggestion}"? ` : ''}` +
        `Use one of ${languages.join(', ')}, or txt for anything else. The list is in src/build/markdown/syntax-highlighting.ts.`,
    );
    this.name = 'UnknownLanguageError';
  }
}
