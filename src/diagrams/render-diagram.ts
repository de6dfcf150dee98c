import { createHash } from 'node:crypto';
import { renderMermaidSVG } from 'beautiful-mermaid';

/** A picture of a diagram. */
interface Picture {
  svg: string;
  /** Natural size in CSS pixels. */
  width: number;
  height: number;
}

/** A diagram as pictures for narrow and for wide columns. */
interface RenderedDiagram {
  /** In the direction of its source, which fits on a phone. */
  narrow: Picture;
  /** From left to right, if that is lower and fits the text column of a guide. */
  wide?: Picture;
}

/** How far a picture shrinks before it scrolls, so that its text has at least 12 pixels. */
export const SHRINKS_TO = 0.92;

/** What a picture in the text column of a guide may use, as in the container query of `Diagram.astro`. */
const COLUMN = 704;

/** The lengths of lines in boxes that are side by side, from the best one to the narrowest one. */
const LINE_LENGTHS = [40, 16, 12, 10];

/** Space around a picture. */
const PADDING = 8;

/**
 * Renders a Mermaid diagram as SVG. Its colors are CSS variables, which `Diagram.astro` sets.
 *
 * @param page - Path of the page, for messages.
 * @throws Error with the page and the reason if the diagram can't be rendered.
 */
export function renderDiagram(source: string, page: string): RenderedDiagram {
  const narrow = draw(source.trim(), page);
  if (!/^flowchart T[BD]\b/.test(source.trim())) return { narrow };
  const wide = LINE_LENGTHS.values()
    .map((length) => draw(leftToRight(source.trim(), length), page))
    .find(({ width, height }) => width * SHRINKS_TO <= COLUMN && height < narrow.height);
  return wide ? { narrow, wide } : { narrow };
}

/** Labels of arrows and of boxes, with or without quotes. */
const ARROW_LABEL = /\|"?([^|"]+)"?\|/g;
const BOX_LABEL = /(?<=[[({])(?:"([^"]+)"|([^[\](){}"|]+))(?=[\])}])/g;

/** The source of a flowchart that goes from left to right, with a line length for its boxes. */
function leftToRight(source: string, length: number): string {
  return source
    .replace(/T[BD]/, 'LR')
    .replaceAll(ARROW_LABEL, (_, label: string) => `|"${inLines(label, Math.min(...LINE_LENGTHS))}"|`)
    .replaceAll(BOX_LABEL, (_, quoted?: string, plain = '') => `"${inLines(quoted ?? plain, length)}"`);
}

/** A label in lines of at most this length, or of one word. */
function inLines(label: string, length: number): string {
  const line = new RegExp(`(.{1,${length}})(?: |$)`, 'g');
  return label
    .split(/<br ?\/?>/)
    .flatMap((each) => each.replaceAll(line, '$1\n').trim().split('\n'))
    .join('<br/>');
}

function draw(source: string, page: string): Picture {
  const svg = withoutStyles(renderMermaid(source, page));
  const { width, height } = sizeOf(svg);
  const cropped = svg.replace(
    /viewBox="[^"]*" width="[^"]*" height="[^"]*"/,
    `viewBox="0 0 ${width} ${height}"`,
  );
  return { svg: withOwnIds(cropped, source), width, height };
}

/** The size of all shapes. The library adds room for labels that may not be there, and forgets some boxes. */
function sizeOf(svg: string): { width: number; height: number } {
  const shapes = [
    ...[...svg.matchAll(/<rect x="(.+?)" y="(.+?)" width="(.+?)" height="(.+?)"/g)].map(([, ...numbers]) => {
      const [x = 0, y = 0, width = 0, height = 0] = numbers.map(Number);
      return [x + width, y + height] as const;
    }),
    ...[...svg.matchAll(/<circle cx="(.+?)" cy="(.+?)" r="(.+?)"/g)].map(([, ...numbers]) => {
      const [x = 0, y = 0, radius = 0] = numbers.map(Number);
      return [x + radius, y + radius] as const;
    }),
    ...[...svg.matchAll(/([\d.]+),([\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)] as const),
  ];
  return {
    width: Math.ceil(Math.max(...shapes.map(([x]) => x)) + PADDING),
    height: Math.ceil(Math.max(...shapes.map(([, y]) => y)) + PADDING),
  };
}

function renderMermaid(source: string, page: string): string {
  try {
    return renderMermaidSVG(source, { padding: PADDING, transparent: true, layerSpacing: 16 });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const [firstLine = ''] = source.split('\n');
    const failure = new Error(`${page}: the diagram can't be rendered: ${reason} ("${firstLine}").`);
    // Astro would print it below the message, and it doesn't help writers.
    failure.stack = '';
    throw failure;
  }
}

/**
 * Removes the library's styles, which apply to the whole page and load a font from another origin; `Diagram.astro` has
 * its own. Also removes the border of arrow labels, because some fonts are wider than the library expects, and the weight
 * of labels, which is the default. Labels of arrows get the size of the others, because 11 pixels are too small to read.
 */
function withoutStyles(svg: string): string {
  return svg
    .replace(/<style>[\s\S]*?<\/style>/, '')
    .replace(/ style="--bg[^"]*"/, '')
    .replaceAll(' stroke="var(--_inner-stroke)"', '')
    .replaceAll(' font-weight="400"', '')
    .replaceAll('font-size="11"', 'font-size="13"');
}

/** Makes IDs unique: the library uses the same ones in every diagram, and a page may have several diagrams. */
function withOwnIds(svg: string, source: string): string {
  const suffix = createHash('sha256').update(source).digest('hex').slice(0, 8);
  return svg
    .replaceAll(/ id="([^"]+)"/g, ` id="$1-${suffix}"`)
    .replaceAll(/url\(#([^)]+)\)/g, `url(#$1-${suffix})`);
}
