import {
  definePlugin,
  ExpressiveCodeAnnotation,
  type AnnotationRenderOptions,
  type ExpressiveCodeInlineRange,
  type ExpressiveCodePlugin,
} from '@astrojs/starlight/expressive-code';
import { h, type Parents } from '@astrojs/starlight/expressive-code/hast';
import { createHighlighterCore, type HighlighterCore } from 'shiki/core';
import { createOnigurumaEngine } from 'shiki/engine/oniguruma';
import { grammars, hasGrammar } from './grammars.ts';
import { classesOf, pairThemes, type PairedTheme, type ThemeVariants } from './paired-theme.ts';

/**
 * Colors code with Shiki, as Expressive Code's own plugin does, which reads each sample once per theme and gives each
 * token a `style`. This one reads a sample once, with one theme for both color modes, and gives tokens classes: half
 * the work, smaller pages, and no inline styles that a Content-Security-Policy would have to allow.
 */
export function syntaxHighlighting(): ExpressiveCodePlugin {
  let paired: PairedTheme | undefined;
  let highlighter: Promise<HighlighterCore> | undefined;
  const themeFor = (variants: ThemeVariants) => (paired ??= pairThemes(variants));
  return definePlugin({
    name: 'syntax-highlighting',
    baseStyles: ({ styleVariants }) => themeFor(styleVariants).css,
    hooks: {
      performSyntaxAnalysis: async ({ codeBlock, styleVariants }) => {
        const { code, language, parentDocument } = codeBlock;
        if (!hasGrammar(language, parentDocument?.sourceFilePath)) return;
        const { theme } = themeFor(styleVariants);
        highlighter ??= createHighlighterCore({
          themes: [theme],
          langs: [...grammars],
          engine: createOnigurumaEngine(import('shiki/wasm')),
        });
        // Shiki's default limit of 500 ms per line leaves code without colors on a busy machine.
        const options = { lang: language, theme: theme.name, tokenizeTimeLimit: 0 };
        const lines = (await highlighter).codeToTokensBase(code, options);
        for (const [index, tokens] of lines.entries()) {
          let columnStart = 0;
          for (const token of tokens) {
            const columnEnd = columnStart + token.content.length;
            const classes = classesOf(token);
            const range = { columnStart, columnEnd };
            if (classes.length > 0) codeBlock.getLine(index)?.addAnnotation(new ColoredCode(classes, range));
            columnStart = columnEnd;
          }
        }
      },
    },
  });
}

class ColoredCode extends ExpressiveCodeAnnotation {
  readonly #classes: string[];

  constructor(classes: string[], inlineRange: ExpressiveCodeInlineRange) {
    super({ inlineRange, renderPhase: 'earliest' });
    this.#classes = classes;
  }

  override render({ nodesToTransform }: AnnotationRenderOptions): Parents[] {
    return nodesToTransform.map((node) => h('span', { className: this.#classes }, node));
  }
}
