import {
  definePlugin,
  ExpressiveCodeAnnotation,
  type AnnotationBaseOptions,
  type AnnotationRenderOptions,
  type ExpressiveCodePlugin,
} from '@astrojs/starlight/expressive-code';
import { h, type Parents } from '@astrojs/starlight/expressive-code/hast';
import { grammarsFor } from './grammars.ts';
import { classesOf, PairedTheme } from './paired-theme.ts';
import { read } from './reader.ts';

/**
 * Colors code in place of Expressive Code's own plugin, which reads every sample once per theme and gives each
 * token a `style`. Here a sample is read once, with a theme that stands for both, and tokens get classes: the
 * work is half of it, pages with samples are a fifth smaller, and a policy that forbids inline styles can hold.
 */
export function syntaxHighlighting(): ExpressiveCodePlugin {
  return definePlugin({
    name: 'syntax-highlighting',
    baseStyles: ({ styleVariants }) => PairedTheme.of(styleVariants).css,
    hooks: {
      performSyntaxAnalysis: async ({ codeBlock, styleVariants }) => {
        const { code: text, language, parentDocument } = codeBlock;
        if (grammarsFor(language, parentDocument?.sourceFilePath).length === 0) return;
        const { theme } = PairedTheme.of(styleVariants);
        for (const [line, columnStart, columnEnd, color, fontStyle] of await read({
          text,
          language,
          theme,
        })) {
          const annotation = new Colored(classesOf(color, fontStyle), {
            inlineRange: { columnStart, columnEnd },
            renderPhase: 'earliest',
          });
          codeBlock.getLine(line)?.addAnnotation(annotation);
        }
      },
    },
  });
}

class Colored extends ExpressiveCodeAnnotation {
  readonly #classes: string[];

  constructor(classes: string[], options: AnnotationBaseOptions) {
    super(options);
    this.#classes = classes;
  }

  override render({ nodesToTransform }: AnnotationRenderOptions): Parents[] {
    return nodesToTransform.map((node) => h('span', { className: this.#classes }, node));
  }
}
