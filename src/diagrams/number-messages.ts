import { DomUtils, parseDocument } from 'htmlparser2';
import {
  elements,
  format,
  groups,
  number,
  pointsOf,
  type SvgDocument,
  type SvgElement,
} from './svg-drawing.ts';

/** Radius of the circle around a number. */
const RADIUS = 8;
/** How far the baseline of a number is below the center of its circle. */
const BASELINE = 3.5;

/**
 * Numbers the messages of a sequence diagram in their order, at the participants that send them, as the picture on the
 * home page does.
 */
export function numberMessages(svgDocument: SvgDocument): void {
  const [svg] = elements(svgDocument, 'svg');
  const starts = groups(svgDocument, 'message').map((message) => startOf(message));
  const circles = starts.map(([x, y]) => `<circle cx="${format(x)}" cy="${format(y)}" r="${RADIUS}"/>`);
  const numbers = starts.map(
    ([x, y], index) =>
      `<text x="${format(x)}" y="${format(y + BASELINE)}" fill="var(--_arrow)" font-size="10">${index + 1}</text>`,
  );
  const { children } = parseDocument(
    `<g fill="var(--bg)" stroke="var(--_arrow)">${circles.join('')}</g>` +
      `<g font-weight="600" text-anchor="middle">${numbers.join('')}</g>`,
    { xmlMode: true },
  );
  for (const group of [...children]) DomUtils.appendChild(svg!, group);
}

/** Returns where a message starts. A message of a participant to itself is a loop. */
function startOf(message: SvgElement): readonly [number, number] {
  const [line] = elements(message, 'line');
  return line ? [number(line, 'x1'), number(line, 'y1')] : pointsOf(elements(message, 'polyline')[0]!)[0]!;
}
