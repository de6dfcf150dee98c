import { renderMermaidSVG } from 'beautiful-mermaid';

/** A drawn diagram. */
export interface DrawnDiagram {
  svg: string;
  /** Natural width in CSS pixels. */
  width: number;
}

/**
 * Draws a Mermaid diagram as SVG whose colours are the page's CSS variables.
 *
 * @throws Error that names the page when the diagram cannot be read.
 */
export function drawDiagram(source: string, page: string): DrawnDiagram {
  let svg: string;
  try {
    svg = renderMermaidSVG(source.trim(), {
      bg: 'var(--sl-color-bg)',
      fg: 'var(--sl-color-white)',
      line: 'var(--sl-color-gray-3)',
      accent: 'var(--sl-color-text-accent)',
      muted: 'var(--sl-color-gray-2)',
      surface: 'var(--portal-diagram-surface)',
      border: 'var(--sl-color-gray-4)',
      font: 'inherit',
      padding: 8,
      transparent: true,
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`${page}: the diagram cannot be drawn: ${reason}\n  ${source.trim().split('\n')[0] ?? ''}`);
  }
  const width = Number(/width="([\d.]+)"/.exec(svg)?.[1] ?? 0);
  // The library asks a font service for its font; this site loads nothing from elsewhere.
  return { svg: svg.replaceAll(/@import url\([^)]*\);?/g, ''), width: Math.ceil(width) };
}
