import { drawDiagram, type DrawnDiagram } from './diagram.ts';
import { lighterSvg } from './lighter-svg.ts';

/** A diagram to draw, as it goes to the thread. */
export interface DiagramToDraw {
  source: string;
  /** Names the page, for the message when the diagram cannot be read. */
  page: string;
}

/** What the thread of draw-diagram.ts runs. */
export default function drawInThread({ source, page }: DiagramToDraw): DrawnDiagram {
  const { svg, width } = drawDiagram(source, page);
  return { svg: lighterSvg(svg), width };
}
