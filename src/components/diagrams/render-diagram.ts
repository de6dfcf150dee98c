import { renderMermaidSVG } from 'beautiful-mermaid';

const BOX = String.raw`\w+(?:\["[^"]+"\]|\[[^\]"[]+\]|\([^()"]+\)|\{[^{}"]+\})?`;
const LINE = new RegExp(String.raw`^${BOX}(?: -->(?:\|[^|"]+\|)? ${BOX})*$`);

/**
 * Renders a Mermaid flowchart as SVG, for the styles of `Diagram.astro`.
 *
 * @param id - Makes the diagram's IDs unique on a page.
 * @param fail - Throws an error about a line of the source.
 * @throws The error from `fail` for a line that the library would skip or only partly render.
 */
export function renderFlowchart(source: string, id: string, fail: (line: string, fix: string) => never) {
  const [header = '', ...lines] = source
    .trim()
    .split('\n')
    .map((line) => line.trim());
  if (!/^flowchart (TB|LR)$/.test(header)) fail(header, 'start it with flowchart TB or sequenceDiagram');
  const wrong = lines.find((line) => !LINE.test(line));
  if (wrong !== undefined) fail(wrong, 'write a --> b, a -->|label| b, or a[Label], and close each bracket');

  return (
    renderMermaidSVG(source.trim(), { padding: 8, layerSpacing: 20, transparent: true })
      // The library's styles apply to the whole page and load a font from another origin.
      .replace(/<style>[^]*?<\/style>/, '')
      .replaceAll('arrowhead', `arrowhead-${id}`)
  );
}
