import { createHash } from 'node:crypto';
import { renderMermaidSVG } from 'beautiful-mermaid';

/** A rendered diagram. */
interface RenderedDiagram {
  svg: string;
  /** Natural width in CSS pixels. */
  width: number;
}

/**
 * Renders a Mermaid diagram as SVG. Its colors are CSS variables, which `Diagram.astro` sets.
 *
 * @param page - Path of the page, for messages.
 * @throws Error with the page and the reason if the diagram can't be rendered.
 */
export function renderDiagram(source: string, page: string): RenderedDiagram {
  const svg = withoutStyles(renderMermaid(source.trim(), page));
  const width = Number(/width="([\d.]+)"/.exec(svg)?.[1] ?? 0);
  return { svg: withOwnIds(svg, source), width: Math.ceil(width) };
}

function renderMermaid(source: string, page: string): string {
  try {
    return renderMermaidSVG(source, { padding: 8, transparent: true, layerSpacing: 24 });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const [firstLine = ''] = source.split('\n');
    throw new Error(`${page}: the diagram can't be rendered: ${reason}\n  ${firstLine}`, { cause: error });
  }
}

/**
 * Removes the library's styles, which apply to the whole page and load a font from another origin; `Diagram.astro` has
 * its own. Also removes the border of arrow labels, because some fonts are wider than the library expects, and the weight
 * of labels, which is the default.
 */
function withoutStyles(svg: string): string {
  return svg
    .replace(/<style>[\s\S]*?<\/style>/, '')
    .replace(/ style="--bg[^"]*"/, '')
    .replaceAll(' stroke="var(--_inner-stroke)"', '')
    .replaceAll(' font-weight="400"', '');
}

/** Makes IDs unique: the library uses the same ones in every diagram, and a page may have several diagrams. */
function withOwnIds(svg: string, source: string): string {
  const suffix = createHash('sha256').update(source).digest('hex').slice(0, 8);
  return svg
    .replaceAll(/ id="([^"]+)"/g, ` id="$1-${suffix}"`)
    .replaceAll(/url\(#([^)]+)\)/g, `url(#$1-${suffix})`);
}
