import { definePlugin, type ExpressiveCodePlugin } from '@astrojs/starlight/expressive-code';
import { visit, type Element, type Parents } from '@astrojs/starlight/expressive-code/hast';

/** A token as the highlighter draws it: its colour in each of the two themes. */
const COLOURS = /^--0:(#[0-9A-F]{6});--1:(#[0-9A-F]{6})$/i;

type Variants = readonly {
  theme: {
    fg: string;
    settings: readonly {
      scope?: readonly string[] | undefined;
      settings: { foreground?: string | undefined };
    }[];
  };
}[];

/**
 * Gives the tokens of code classes instead of a `style` each, and the commonest colour nothing at all: pages
 * with samples become a fifth smaller, and a policy that forbids inline styles can hold for code.
 *
 * The themes are a dark and a light one, in this order, that know the same scopes.
 */
export function tokenColours(): ExpressiveCodePlugin {
  return definePlugin({
    name: 'token-colours',
    baseStyles: ({ styleVariants }) =>
      [...pairsOf(styleVariants)]
        .map(([pair, name]) => {
          const [dark, light] = pair.split(' ');
          return `.${name}{color:light-dark(${light},${dark})}`;
        })
        .join('\n'),
    hooks: {
      postprocessRenderedBlock: ({ renderData, styleVariants }) => {
        const names = pairsOf(styleVariants);
        const plain = styleVariants.map(({ theme }) => theme.fg.toLowerCase()).join(' ');
        visit(renderData.blockAst, 'element', (token, index, parent) => {
          const [, dark, light] = COLOURS.exec(String(token.properties['style'] ?? '')) ?? [];
          if (!dark || !light || !parent || index === undefined) return;
          const pair = `${dark} ${light}`.toLowerCase();
          if (pair === plain) return unwrap(token, index, parent);
          const name = names.get(pair);
          // A pair that is not one of the themes' own keeps its style, and its colour.
          if (name) token.properties = { className: [name] };
          return undefined;
        });
      },
    },
  });
}

/**
 * Names of the pairs of colours that the themes give to the same scopes, by `<dark> <light>`. They come in an
 * order of their own: one build loads the themes twice, and Shiki may put settings without scope before them.
 */
function pairsOf([dark, light]: Variants): Map<string, string> {
  const inLight = coloursByScope(light);
  const pairs = [...coloursByScope(dark)].flatMap(([scope, colour]) => {
    const other = inLight.get(scope);
    return other ? [`${colour} ${other}`] : [];
  });
  return new Map([...new Set(pairs)].sort().map((pair, index) => [pair, `t${index}`]));
}

function coloursByScope(variant: Variants[number] | undefined): Map<string, string> {
  return new Map(
    (variant?.theme.settings ?? []).flatMap(({ scope, settings: { foreground } }) =>
      scope && foreground ? [[String(scope), foreground.toLowerCase()]] : [],
    ),
  );
}

/** Puts the content of a token in its place, and goes on with what follows. */
function unwrap(token: Element, index: number, parent: Parents): number {
  parent.children.splice(index, 1, ...token.children);
  return index;
}
