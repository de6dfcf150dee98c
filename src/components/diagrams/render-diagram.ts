import { renderMermaidSVG } from 'beautiful-mermaid';

const BOX = String.raw`\w+(?:\["[^"]+"\]|\[[^\]"[]+\]|\([^()"]+\)|\{[^{}"]+\})?`;
const LINE = new RegExp(String.raw`^${BOX}(?: -->(?:\|[^|"]+\|)? ${BOX})*$`);

/** Renders a flowchart as SVG. `fail` throws an error about a line that the library would skip or render in part. */
export function renderFlowchart(source: string, id: string, fail: (line: string, fix: string) => never) {
  const [header = '', ...lines] = source
    .trim()
    .split('\n')
    .map((line) => line.trim());
  if (!/^flowchart (TB|LR)$/.test(header)) fail(header, 'start it with flowchart TB or sequenceDiagram');
  const wrong = lines.find((line) => !LINE.test(line));
  if (wrong !== undefined) fail(wrong, 'write a --> b, a -->|label| b, or a[Label], and close each bracket');

  const svg = renderMermaidSVG(source.trim(), { padding: 8, layerSpacing: 20, transparent: true });
  // The library also reserves room on the right for groups, so the drawing wouldn't be in the middle.
  const ends = svg.matchAll(/ x="([\d.]+)"[^>]* width="([\d.]+)"|(?<=[" ])([\d.]+),/g);
  const width = 8 + Math.max(...ends.map(([, x = 0, size = 0, point]) => Number(point ?? +x + +size)));
  return (
    svg
      .replace(/(viewBox="0 0 )[\d.]+( [^"]*" width=")[\d.]+/, `$1${width}$2${width}`)
      // The library's styles apply to the whole page and load a font from another origin.
      .replace(/<style>[^]*?<\/style>/, '')
      .replaceAll('arrowhead', `arrowhead-${id}`)
  );
}
