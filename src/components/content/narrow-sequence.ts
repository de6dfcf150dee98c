import { DomUtils, parseDocument } from 'htmlparser2';
import {
  elements,
  groups,
  moveAttributes,
  number,
  placeText,
  pointsOf,
  text,
  write,
  type Drawing,
  type SvgElement,
} from './svg-drawing.ts';

/** A participant: where the library drew it, and where it comes to stand. In SVG units, which are CSS pixels. */
interface Participant {
  id: string;
  /** Centre and half of the width of its box, as drawn. */
  drawn: number;
  drawnHalf: number;
  /** The same, narrower. */
  centre: number;
  half: number;
}

/** A place as drawn, and where it moves to. */
type Knot = readonly [drawn: number, place: number];

/** Space between a label and what stands beside it. */
const GAP = 12;
/** Space between a name and the side of its box, as between two boxes. */
const PADDING = 9;
/** Space between the lower edge of a frame and the last thing within. */
const FRAME_PADDING = 8;
/** How much taller than the line at which it starts the loop of a message to oneself is. */
const SELF_HEIGHT = 20;
/** What remains of the library's margin, so that strokes are not cut. */
const MARGIN = 2;

/**
 * Redraws a sequence diagram so narrow that a phone shows it at full size: the library keeps participants 140
 * pixels apart whatever they say, and draws a wide margin. Participants move together as far as names and
 * labels allow; texts keep their size. Frames grow where the last thing within would touch their lower edge.
 *
 * @param svg - As beautiful-mermaid draws it; groups name what they draw with `data-` attributes.
 */
export function narrowSequence(svg: string): string {
  const drawing = parseDocument(svg, { xmlMode: true, decodeEntities: false });
  const participants = placeParticipants(drawing);
  const move = moving(
    participants.flatMap(({ drawn, drawnHalf, centre, half }): Knot[] => [
      [drawn - drawnHalf, centre - half],
      [drawn, centre],
      [drawn + drawnHalf, centre + half],
    ]),
  );
  groups(drawing, 'block').forEach((frame) => growFrame(frame, drawing));
  groups(drawing, 'message').forEach((message) => moveMessage(message, move));
  groups(drawing, 'block').forEach((frame) => moveFrame(frame, move));
  groups(drawing, 'note').forEach((note) => moveWhole(note, move));
  groups(drawing, 'actor').forEach((box, index) => moveBox(box, participants[index]!));
  const [frame] = groups(drawing, 'block');
  for (const line of elements(drawing, 'line').filter(({ attribs }) => attribs['class'] === 'lifeline')) {
    moveAttributes(line, move, 'x1', 'x2');
    // Drawn over a frame, it would cross the frame's labels.
    if (frame) DomUtils.prepend(frame, line);
  }
  crop(drawing);
  return drawing.children.map(write).join('');
}

/** Places participants from left to right, each as near to the one before as names and labels allow. */
function placeParticipants(drawing: Drawing): Participant[] {
  const boxes = groups(drawing, 'actor').map((group) => {
    const [rect] = elements(group, 'rect');
    const [x, width] = [number(rect!, 'x'), number(rect!, 'width')];
    const half = widthOf(group.attribs['data-label'] ?? '', 13) / 2 + PADDING;
    return {
      id: group.attribs['data-id'] ?? '',
      drawn: x + width / 2,
      drawnHalf: width / 2,
      centre: 0,
      half,
    };
  });
  const index = (id: string | undefined) => boxes.findIndex((box) => box.id === id);
  const labels = groups(drawing, 'message').map(({ attribs }) => {
    const ends = [index(attribs['data-from']), index(attribs['data-to'])];
    return {
      first: Math.min(...ends),
      last: Math.max(...ends),
      width: widthOf(attribs['data-label'] ?? '', 11) + GAP,
    };
  });
  boxes.forEach((box, at) => {
    const before = boxes[at - 1];
    if (!before) return;
    // A label needs its room between its ends; what is still missing goes into the last gap below it.
    const wanted = labels
      .filter(({ first, last }) => last === at && first < at)
      .map(({ first, width }) => boxes[first]!.centre + width);
    box.centre = Math.max(before.centre + before.half + box.half + PADDING, ...wanted);
  });
  return boxes;
}

/** Maps places between knots in proportion, and those beyond the outermost knots as far beyond. */
function moving(knots: readonly Knot[]): (x: number) => number {
  const first = knots[0] ?? [0, 0];
  const last = knots.at(-1) ?? first;
  return (x) => {
    if (x <= first[0]) return first[1] + x - first[0];
    if (x >= last[0]) return last[1] + x - last[0];
    const after = knots.findIndex(([drawn]) => drawn >= x);
    const [[fromX, from], [toX, to]] = [knots[after - 1]!, knots[after]!];
    return from + ((x - fromX) / (toX - fromX)) * (to - from);
  };
}

function moveMessage(message: SvgElement, move: (x: number) => number): void {
  if (message.attribs['data-self'] === 'true') return moveWhole(message, move, 'start');
  const [line] = elements(message, 'line');
  const [text] = elements(message, 'text');
  moveAttributes(line!, move, 'x1', 'x2');
  if (text) placeText(text, (number(line!, 'x1') + number(line!, 'x2')) / 2);
}

/** The frame around a loop or an alternative: its edges and dividers move, its labels stay at its left edge. */
function moveFrame(frame: SvgElement, move: (x: number) => number): void {
  const [outline, tab] = elements(frame, 'rect');
  const left = number(outline!, 'x');
  const right = move(left + number(outline!, 'width'));
  const shift = move(left) - left;
  const [title] = elements(frame, 'text');
  // Bold, so wider than other labels.
  tab!.attribs['width'] = text(widthOf(DomUtils.textContent(title!), 12) + GAP);
  outline!.attribs['x'] = tab!.attribs['x'] = text(left + shift);
  outline!.attribs['width'] = text(right - left - shift);
  for (const line of elements(frame, 'line')) moveAttributes(line, move, 'x1', 'x2');
  for (const label of elements(frame, 'text')) placeText(label, number(label, 'x') + shift);
}

function moveBox(box: SvgElement, { centre, half }: Participant): void {
  const [rect] = elements(box, 'rect');
  rect!.attribs['x'] = text(centre - half);
  rect!.attribs['width'] = text(2 * half);
  for (const label of elements(box, 'text')) placeText(label, centre);
}

/** Moves a drawing that keeps its width, by its middle or by its start. */
function moveWhole(group: SvgElement, move: (x: number) => number, by: 'middle' | 'start' = 'middle'): void {
  const shapes = elements(group, 'polygon').concat(elements(group, 'polyline'));
  const places = shapes.flatMap((shape) => pointsOf(shape).map(([x]) => x));
  const start = Math.min(...places);
  const anchor = by === 'start' ? start : (start + Math.max(...places)) / 2;
  const shift = move(anchor) - anchor;
  for (const shape of shapes) {
    shape.attribs['points'] = pointsOf(shape)
      .map(([x, y]) => `${text(x + shift)},${y}`)
      .join(' ');
  }
  for (const label of elements(group, 'text')) placeText(label, number(label, 'x') + shift);
}

/** Lets a frame end below the last message or note within it, where the library ends it on them. */
function growFrame(frame: SvgElement, drawing: Drawing): void {
  const [outline] = elements(frame, 'rect');
  const top = number(outline!, 'y');
  const bottom = top + number(outline!, 'height');
  const loops = groups(drawing, 'message')
    .filter(({ attribs }) => attribs['data-self'] === 'true')
    .flatMap((message) => elements(message, 'polyline'))
    .map((line) => pointsOf(line).map(([, y]) => y))
    .filter((ys) => Math.min(...ys) > top && Math.min(...ys) < bottom);
  const notes = groups(drawing, 'note')
    .map((note) => pointsOf(elements(note, 'polygon')[0]!).map(([, y]) => y))
    .filter((ys) => Math.min(...ys) > top && Math.min(...ys) < bottom + SELF_HEIGHT);
  const lowest = Math.max(bottom - FRAME_PADDING, ...[...loops, ...notes].flat());
  outline!.attribs['height'] = text(lowest + FRAME_PADDING - top);
}

/** Cuts the margin of the library off, and keeps everything in sight. */
function crop(drawing: Drawing): void {
  const [svg] = elements(drawing, 'svg');
  const shapes = ['rect', 'line', 'polygon', 'polyline', 'text'].flatMap((name) => elements(svg!, name));
  const extents = shapes.filter(({ parent }) => (parent as SvgElement).name !== 'marker').map(extentOf);
  const left = Math.min(...extents.map(([from]) => from)) - MARGIN;
  const right = Math.max(...extents.map(([, to]) => to)) + MARGIN;
  const top = Math.min(...elements(svg!, 'rect').map((rect) => number(rect, 'y'))) - MARGIN;
  const bottom = Math.max(...elements(svg!, 'line').map((line) => number(line, 'y2'))) + MARGIN;
  const size = [right - left, bottom - top].map(text);
  Object.assign(svg!.attribs, {
    viewBox: [text(left), text(top), ...size].join(' '),
    width: size[0],
    height: size[1],
  });
}

/** The leftmost and the rightmost place of a shape or a text. */
function extentOf(shape: SvgElement): readonly [number, number] {
  switch (shape.name) {
    case 'rect':
      return [number(shape, 'x'), number(shape, 'x') + number(shape, 'width')];
    case 'line':
      return [
        Math.min(number(shape, 'x1'), number(shape, 'x2')),
        Math.max(number(shape, 'x1'), number(shape, 'x2')),
      ];
    case 'text': {
      const width = widthOf(DomUtils.textContent(shape), number(shape, 'font-size'));
      const from = number(shape, 'x') - (shape.attribs['text-anchor'] === 'middle' ? width / 2 : 0);
      return [from, from + width];
    }
    default: {
      const places = pointsOf(shape).map(([x]) => x);
      return [Math.min(...places), Math.max(...places)];
    }
  }
}

/** About how wide a text is; the fonts of systems differ, so rather too much than too little. */
function widthOf(label: string, size: number): number {
  return label.length * size * 0.54;
}
