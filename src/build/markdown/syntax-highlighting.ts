import {
  definePlugin,
  ExpressiveCodeAnnotation,
  type AnnotationRenderOptions,
  type ExpressiveCodePlugin,
} from '@astrojs/starlight/expressive-code';
import { h, type Parents } from '@astrojs/starlight/expressive-code/hast';
import { refractor } from 'refractor';
import http from 'refractor/http';
import tsx from 'refractor/tsx';
import { nearest } from '../../shared/nearest.ts';
import { WriterError } from '../../shared/writer-error.ts';

refractor.register(http);
refractor.register(tsx);
// For the message about an unknown language. Only under its own name, Markdown colors the code within it.
refractor.alias('markdown', 'mdx');

/** The languages that code can be colored in, with their other names. */
export const languages: readonly string[] = refractor.listLanguages();

/** Names for code in no language. */
const PLAIN = ['txt', 'text'];

/** Whether code blocks may name this language. */
export function isKnownLanguage(language: string): boolean {
  return PLAIN.includes(language) || refractor.registered(language);
}

/**
 * Classes for the colors of code, each with Prism's names for what has it, and its color in light and in dark mode. All
 * else is plain. Colors have a contrast of 6.5 on a block, which is at least 4.5 on a marked line.
 */
const colors: readonly { className: string; of: string; color: string }[] = [
  { className: 't-c', of: 'comment prolog doctype cdata', color: 'light-dark(#535a62, #a5abb1)' },
  {
    className: 't-n',
    of: 'number boolean constant null builtin property',
    color: 'light-dark(#0055b6, #79b8ff)',
  },
  { className: 't-f', of: 'function class-name attr-name', color: 'light-dark(#683eb5, #ba9cf1)' },
  { className: 't-t', of: 'tag selector key inserted', color: 'light-dark(#1a662c, #85e89d)' },
  { className: 't-k', of: 'keyword atrule important deleted', color: 'light-dark(#a52c38, #fa8995)' },
  { className: 't-s', of: 'string char url attr-value regex', color: 'light-dark(#032f62, #9ecbff)' },
  { className: 't-v', of: 'variable', color: 'light-dark(#954006, #ffab70)' },
];

/**
 * What stays plain: code within strings, keys of objects and parameters. Of the options of a command, which Prism calls
 * parameters too, it doesn't find those with a hyphen.
 */
const PLAIN_PARTS = 'punctuation interpolation literal-property parameter';

const classes = new Map<string, string | undefined>([
  ...colors.flatMap(({ className, of }) => of.split(' ').map((name) => [name, className] as const)),
  ...PLAIN_PARTS.split(' ').map((name) => [name, undefined] as const),
]);

/**
 * Colors code with classes.
 *
 * We don't use Expressive Code's own plugin, which reads each sample once per color mode and writes the colors into
 * `style` attributes: twice the elements of a page and the bytes of its code. Nor Shiki: it takes seven times as long as
 * Prism, which was a sixth of a build.
 */
export function syntaxHighlighting(): ExpressiveCodePlugin {
  return definePlugin({
    name: 'syntax-highlighting',
    baseStyles: colors.map(({ className, color }) => `.${className}{color:${color}}`).join(''),
    hooks: {
      performSyntaxAnalysis: ({ codeBlock }) => {
        const { code, language, parentDocument } = codeBlock;
        if (PLAIN.includes(language)) return;
        if (!isKnownLanguage(language))
          throw new UnknownLanguageError(language, parentDocument?.sourceFilePath);
        let lineIndex = 0;
        let columnStart = 0;
        for (const { text, className } of partsOf(
          refractor.highlight(code, language === 'mdx' ? 'markdown' : language),
        )) {
          for (const [index, part] of text.split('\n').entries()) {
            if (index > 0) {
              lineIndex++;
              columnStart = 0;
            }
            const columnEnd = columnStart + part.length;
            if (className && part.trim())
              codeBlock.getLine(lineIndex)?.addAnnotation(new ColoredCode(className, columnStart, columnEnd));
            columnStart = columnEnd;
          }
        }
      },
    },
  });
}

type Highlighted = ReturnType<typeof refractor.highlight>;

/** The text of highlighted code, in parts, each with the class of the innermost element that has one. */
function* partsOf(
  { children }: Pick<Highlighted, 'children'>,
  className?: string,
): Generator<{ text: string; className?: string | undefined }> {
  for (const child of children) {
    if (child.type === 'text') yield { text: child.value, className };
    if (child.type !== 'element') continue;
    const name = [child.properties.className].flat().find((each) => classes.has(String(each)));
    yield* partsOf(child, name === undefined ? className : classes.get(String(name)));
  }
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
        `Use txt for code without colors, or add the language in src/build/markdown/syntax-highlighting.ts.`,
    );
    this.name = 'UnknownLanguageError';
  }
}
