import { optimize, type Config } from 'svgo';

/** Keeps the color attributes of text, because `Diagram.astro` uses them as selectors. */
const config: Config = {
  floatPrecision: 1,
  plugins: [
    { name: 'removeAttrs', params: { attrs: ['*:(class|data-.*):[^]*', '*:(rx|ry):0'] } },
    {
      name: 'preset-default',
      params: { overrides: { moveElemsAttrsToGroup: false, cleanupIds: { minify: false } } },
    },
  ],
};

/** Removes metadata from an SVG and rounds coordinates to tenths of a pixel, which halves its size. */
export function minifySvg(svg: string): string {
  return optimize(svg, config).data;
}
