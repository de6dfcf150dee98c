import type { Sheets } from './stylesheets.ts';

const SETTING = /(--ec-[\w-]+):([^;{}]*);?/g;

/**
 * Styles with the values of Expressive Code's settings where they are read. It writes each setting as a custom
 * property, and most of them are the same in both modes: they would be a quarter of the styles of code.
 */
export function withFixedSettings(sheets: Sheets): Sheets {
  const all = [...sheets.values()].flatMap((css) => [...css.matchAll(SETTING)]);
  const fixed = [...Map.groupBy(all, ([, name = '']) => name)].flatMap(([name, [first, ...others]]) =>
    first && others.length === 0 ? [{ name, value: first[2]!, declaration: first[0] }] : [],
  );
  const inline = (css: string) =>
    fixed.reduce(
      (text, { name, value, declaration }) =>
        text.replace(declaration, '').replaceAll(`var(${name})`, () => value),
      css,
    );
  return new Map([...sheets].map(([file, css]) => [file, inline(css)]));
}
