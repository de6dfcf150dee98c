import { createHighlighterCore, type ThemedToken, type ThemeRegistration } from 'shiki/core';
import { createOnigurumaEngine } from 'shiki/engine/oniguruma';
import { grammarsFor } from './grammars.ts';

/** Code to read. It goes to another thread as it is. */
export interface Code {
  text: string;
  language: string;
  /** Its colors are numbers, written as `#00000a`; 0 is that of code without a meaning. */
  theme: ThemeRegistration & { name: string };
}

/** A piece of code that does not look like the code around it: line, first column, column after it, color, style. */
export type Piece = [line: number, start: number, end: number, color: number, fontStyle: number];

/** The lowest bit of a style that blanks show, too. */
const UNDERLINE = 4;

const highlighter = createHighlighterCore({ engine: createOnigurumaEngine(import('shiki/wasm')) });
const loading = new Map<string, Promise<void>>();

/** Finds what the parts of code mean. */
export default async function readCode({ text, language, theme }: Code): Promise<Piece[]> {
  const shiki = await highlighter;
  if (!shiki.getLoadedThemes().includes(theme.name)) await shiki.loadTheme(theme);
  const loaded = loading.get(language) ?? shiki.loadLanguage(...grammarsFor(language));
  loading.set(language, loaded);
  await loaded;
  const lines = shiki.codeToTokensBase(text, { lang: language, theme: theme.name });
  return lines.flatMap(piecesOf);
}

/** The pieces of a line. Blanks have no color, so that pieces which look alike become one across them. */
function piecesOf(tokens: readonly ThemedToken[], line: number): Piece[] {
  const pieces: Piece[] = [];
  let last: Piece | undefined;
  let column = 0;
  for (const { content, color = '#000000', fontStyle = 0 } of tokens) {
    const start = column;
    column += content.length;
    if (content.trim() === '' && fontStyle < UNDERLINE) continue;
    const pair = Number.parseInt(color.slice(1), 16);
    const style = Math.max(0, fontStyle);
    if (last && last[3] === pair && last[4] === style && style < UNDERLINE) last[2] = column;
    else if (pair === 0 && style === 0) last = undefined;
    else pieces.push((last = [line, start, column, pair, style]));
  }
  return pieces;
}
