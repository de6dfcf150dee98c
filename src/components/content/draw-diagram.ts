import { join } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import Tinypool from 'tinypool';
import type { DrawnDiagram } from './diagram.ts';
import type { DiagramToDraw } from './draw-in-thread.ts';

/** Started at once: it loads the library while pages without diagrams are drawn. */
const thread = new Tinypool({
  filename: pathToFileURL(join(process.cwd(), 'src/components/content/draw-in-thread.ts')).href,
  minThreads: 1,
  maxThreads: 1,
});

/**
 * Draws a Mermaid diagram as light SVG, beside the pages: all of them take half a second.
 *
 * @throws Error that names the page when the diagram cannot be read.
 */
export function drawBesidePages(diagram: DiagramToDraw): Promise<DrawnDiagram> {
  return thread.run(diagram) as Promise<DrawnDiagram>;
}
