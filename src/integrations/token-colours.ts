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
          const style = String(token.properties['style'] ?? '');
          if (!style.startsWith('--') || !parent || index === undefined) return;
          const [, dark, light] = COLOURS.exec(style) ?? [];
          const pair = `${dark} ${light}`.toLowerCase();
          if (pair === plain) return unwrap(token, index, parent);
          const name = names.get(pair);
          token.properties = name ? { className: [name] } : { style: ownStyle(style) };
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

/**
 * The style of a token that no class has: what is bold, underlined, or marked, where colours have more contrast.
 *
 * @param style - As the highlighter sets it: `--0` begins the names of the dark theme, `--1` those of the light one.
 */
function ownStyle(style: string): string {
  const set = new Map(style.split(';').map((each) => each.split(':') as [string, string]));
  const inEach = (name: string) => [set.get(`--1${name}`), set.get(`--0${name}`)] as const;
  const colour = (name: string, none: string) => {
    const [light, dark] = inEach(name);
    return light || dark ? `light-dark(${light ?? none},${dark ?? none})` : undefined;
  };
  const either = (name: string) => inEach(name).find((value) => value !== undefined);
  const declarations = {
    color: colour('', 'currentcolor'),
    'background-color': colour('bg', 'transparent'),
    'font-style': either('fs'),
    'font-weight': either('fw'),
    'text-decoration': either('td'),
  };
  return Object.entries(declarations)
    .flatMap(([name, value]) => (value === undefined ? [] : `${name}:${value}`))
    .join(';');
}

/** Puts the content of a token in its place, and goes on with what follows. */
function unwrap(token: Element, index: number, parent: Parents): number {
  parent.children.splice(index, 1, ...token.children);
  return index;
}
