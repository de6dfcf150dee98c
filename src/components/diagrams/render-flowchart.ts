import { renderMermaidSVG } from 'beautiful-mermaid';

const BOX = String.raw`\w+(?:\["[^"]+"\]|\[[^\]"[]+\]|\([^()"]+\)|\{[^{}"]+\})?`;
const LINE = new RegExp(String.raw`^${BOX}(?: -->(?:\|[^|"]+\|)? ${BOX})*$`);

/** Renders a flowchart as SVG. `fail` throws an error about a line that the library would skip or render in part. */
export function renderFlowchart(source: string, id: string, fail: (line: string, fix: string) => never) {
  const [header = '', ...lines] = source
    .trim()
    .split('\n')
    .map((line) => line.trim());
  if (!/^flowchart (TB|LR)$/.test(header)) fail(header, 'start it with flowchart TB or flowchart LR');
  const wrong = lines.find((line) => !LINE.test(line));
  if (wrong !== undefined) fail(wrong, 'write a --> b, a -->|label| b, or a[Label], and close each bracket');

  const padding = 8;
  const svg = renderMermaidSVG(source.trim(), { padding, layerSpacing: 20, transparent: true })
    // The library's styles apply to the whole page and load a font from another origin.
    .replace(/<style>[^]*?<\/style>/, '')
    .replaceAll('arrowhead', `arrowhead-${id}`);
  // The library reserves space for labels on the right that it then puts elsewhere, so the picture isn't centered.
  const ends = [
    ...svg.matchAll(/<rect x="([\d.]+)" y="[\d.]+" width="([\d.]+)"| (?:points=")?([\d.]+),[\d.]+/g),
  ].map(([, x, width, point]) => Number(point ?? Number(x) + Number(width)));
  const width = Math.max(...ends) + padding;
  return svg.replace(
    /viewBox="0 0 [\d.]+ ([\d.]+)" width="[\d.]+"/,
    `viewBox="0 0 ${width} $1" width="${width}"`,
  );
}
