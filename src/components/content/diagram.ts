import { createHash } from 'node:crypto';
import { renderMermaidSVG } from 'beautiful-mermaid';
import { narrowSequence } from './narrow-sequence.ts';

/** A drawn diagram. */
export interface DrawnDiagram {
  svg: string;
  /** Natural width in CSS pixels. */
  width: number;
}

/**
 * Draws a Mermaid diagram as SVG. Its colors are CSS variables, which `Diagram.astro` sets.
 *
 * @throws Error that names the page when the diagram cannot be read.
 */
export function drawDiagram(source: string, page: string): DrawnDiagram {
  let svg: string;
  try {
    svg = renderMermaidSVG(source.trim(), {
      padding: 8,
      transparent: true,
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(
      `${page}: the diagram cannot be drawn: ${reason}\n  ${source.trim().split('\n')[0] ?? ''}`,
      {
        cause: error,
      },
    );
  }
  svg = withoutStyles(svg);
  if (/^\s*sequenceDiagram\b/.test(source)) svg = narrowSequence(svg);
  const width = Number(/width="([\d.]+)"/.exec(svg)?.[1] ?? 0);
  return { svg: ownIds(svg, source), width: Math.ceil(width) };
}

/**
 * The library's styles reach beyond the picture and ask a font service for a font; `Diagram.astro` has ours. A label
 * of an arrow has no border: in the fonts of some systems it is wider than the library thinks.
 */
function withoutStyles(svg: string): string {
  return svg
    .replace(/<style>[\s\S]*?<\/style>/, '')
    .replace(/ style="--bg[^"]*"/, '')
    .replaceAll(' stroke="var(--_inner-stroke)"', '');
}

/** Every picture of the library uses the same ids; on a page with two of them, each needs its own. */
function ownIds(svg: string, source: string): string {
  const suffix = createHash('sha256').update(source).digest('hex').slice(0, 8);
  return svg
    .replaceAll(/ id="([^"]+)"/g, ` id="$1-${suffix}"`)
    .replaceAll(/url\(#([^)]+)\)/g, `url(#$1-${suffix})`);
}
