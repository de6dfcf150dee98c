import { DomUtils, parseDocument } from 'htmlparser2';
import { numberMessages } from './number-messages.ts';
import {
  elements,
  groups,
  moveAttributes,
  number,
  placeText,
  pointsOf,
  format,
  serialize,
  type SvgDocument,
  type SvgElement,
} from './svg-drawing.ts';

/** The original and the new position of a participant's box. In SVG units, which are CSS pixels. */
interface Participant {
  id: string;
  originalCenter: number;
  /** Half of the original width. */
  originalHalf: number;
  center: number;
  /** Half of the new width. */
  half: number;
}

/** A horizontal position before and after the change. */
type Knot = readonly [original: number, moved: number];

/** Space beside the title of a frame. */
const GAP = 12;
/** Space beside the label of a message: its number is at one end of the line, and its arrowhead at the other. */
const LABEL_GAP = 20;
/** Space to add between the boxes of participants and the label of the first message. */
const HEADROOM = 8;
/** Space between a name and the side of its box, and between two boxes. */
const PADDING = 9;
/** Space between the content of a frame and its bottom edge. */
const FRAME_PADDING = 8;
/** Height of the loop of a message from a participant to itself. A note beside it may start this far below the frame. */
const SELF_HEIGHT = 20;
/** The margin to keep around the diagram, so that strokes aren't cut off. */
const MARGIN = 2;

/**
 * Makes a sequence diagram narrow enough to show at full size on a phone. The library keeps participants 140 pixels
 * apart, whatever their labels, and adds a wide margin. This moves participants as close together as names and labels
 * allow, all at the same distance, and keeps the font size. It also makes frames taller if their content would touch the
 * bottom edge, and numbers the messages.
 *
 * @param source - An SVG from beautiful-mermaid. Its groups have `data-` attributes that describe their content.
 */
export function narrowSequence(source: string): string {
  const svgDocument = parseDocument(source, { xmlMode: true, decodeEntities: false });
  const participants = placeParticipants(svgDocument);
  const move = interpolate(
    participants.flatMap(({ originalCenter, originalHalf, center, half }): Knot[] => [
      [originalCenter - originalHalf, center - half],
      [originalCenter, center],
      [originalCenter + originalHalf, center + half],
    ]),
  );
  groups(svgDocument, 'block').forEach((frame) => growFrame(frame, svgDocument));
  groups(svgDocument, 'message').forEach((message) => moveMessage(message, move));
  groups(svgDocument, 'block').forEach((frame) => moveFrame(frame, move));
  groups(svgDocument, 'note').forEach((note) => moveWhole(note, move));
  groups(svgDocument, 'actor').forEach((box, index) => moveBox(box, participants[index]!));
  const [frame] = groups(svgDocument, 'block');
  for (const line of elements(svgDocument, 'line').filter(({ attribs }) => attribs['class'] === 'lifeline')) {
    moveAttributes(line, move, 'x1', 'x2');
    moveAttributes(line, (y) => y - HEADROOM, 'y1');
    // Behind the frames, so that it doesn't cross their labels.
    if (frame) DomUtils.prepend(frame, line);
  }
  numberMessages(svgDocument);
  crop(svgDocument);
  return svgDocument.children.map(serialize).join('');
}

/** Positions participants from left to right at one distance, which is as small as names and labels allow. */
function placeParticipants(svgDocument: SvgDocument): Participant[] {
  const boxes = groups(svgDocument, 'actor').map((group) => {
    const [rect] = elements(group, 'rect');
    const [x, width] = [number(rect!, 'x'), number(rect!, 'width')];
    const half = widthOf(group.attribs['data-label'] ?? '', 13) / 2 + PADDING;
    return {
      id: group.attribs['data-id'] ?? '',
      originalCenter: x + width / 2,
      originalHalf: width / 2,
      half,
    };
  });
  const index = (id: string | undefined) => boxes.findIndex((box) => box.id === id);
  const forNames = boxes.slice(1).map(({ half }, at) => boxes[at]!.half + half + PADDING);
  const forLabels = groups(svgDocument, 'message').flatMap(({ attribs }) => {
    const span = Math.abs(index(attribs['data-from']) - index(attribs['data-to']));
    return span === 0 ? [] : (widthOf(attribs['data-label'] ?? '', 11) + LABEL_GAP) / span;
  });
  const distance = Math.max(0, ...forNames, ...forLabels);
  return boxes.map((box, at) => ({ ...box, center: at * distance }));
}

/** Returns a function that maps positions: linearly between knots, and with a constant offset outside of them. */
function interpolate(knots: readonly Knot[]): (x: number) => number {
  const first = knots[0] ?? [0, 0];
  const last = knots.at(-1) ?? first;
  return (x) => {
    if (x <= first[0]) return first[1] + x - first[0];
    if (x >= last[0]) return last[1] + x - last[0];
    const after = knots.findIndex(([original]) => original >= x);
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

/** Moves the frame of a loop or an alternative. Its labels stay at its left edge. */
function moveFrame(frame: SvgElement, move: (x: number) => number): void {
  const [outline, tab] = elements(frame, 'rect');
  const left = number(outline!, 'x');
  const right = move(left + number(outline!, 'width'));
  const shift = move(left) - left;
  const [title, ...others] = elements(frame, 'text');
  sayPlainly(title!, frame.attribs['data-type'] === 'loop' ? 'repeat' : 'if');
  const separators = elements(frame, 'line');
  others.forEach((other, at) => {
    sayPlainly(other, 'if');
    // On the line above it, clear of the first message.
    other.attribs['y'] = separators[at]?.attribs['y1'] ?? other.attribs['y']!;
  });
  // The title is bold, so it is wider than other labels.
  tab!.attribs['width'] = format(widthOf(DomUtils.textContent(title!), 12) + GAP);
  outline!.attribs['x'] = tab!.attribs['x'] = format(left + shift);
  outline!.attribs['width'] = format(right - left - shift);
  for (const line of separators) moveAttributes(line, move, 'x1', 'x2');
  for (const label of elements(frame, 'text')) placeText(label, number(label, 'x') + shift);
}

/** Replaces the keyword and the brackets of a condition, as in "alt [accepted]", by a word. */
function sayPlainly(label: SvgElement, word: string): void {
  const [text] = label.children;
  const condition = /\[(.*)\]/.exec(DomUtils.textContent(label))?.[1];
  if (text && 'data' in text) text.data = condition ? `${word} ${condition}` : word;
}

function moveBox(box: SvgElement, { center, half }: Participant): void {
  const [rect] = elements(box, 'rect');
  rect!.attribs['x'] = format(center - half);
  rect!.attribs['width'] = format(2 * half);
  for (const label of elements(box, 'text')) placeText(label, center);
  for (const part of [rect!, ...elements(box, 'text')]) moveAttributes(part, (y) => y - HEADROOM, 'y');
}

/** Moves a group without changing its width, by the position of its middle or its start. */
function moveWhole(group: SvgElement, move: (x: number) => number, by: 'middle' | 'start' = 'middle'): void {
  const shapes = elements(group, 'polygon').concat(elements(group, 'polyline'));
  const places = shapes.flatMap((shape) => pointsOf(shape).map(([x]) => x));
  const start = Math.min(...places);
  const anchor = by === 'start' ? start : (start + Math.max(...places)) / 2;
  const shift = move(anchor) - anchor;
  for (const shape of shapes) {
    shape.attribs['points'] = pointsOf(shape)
      .map(([x, y]) => `${format(x + shift)},${y}`)
      .join(' ');
  }
  for (const label of elements(group, 'text')) placeText(label, number(label, 'x') + shift);
}

/** Extends a frame below its last message or note. The library ends the frame on top of them. */
function growFrame(frame: SvgElement, svgDocument: SvgDocument): void {
  const [outline] = elements(frame, 'rect');
  const top = number(outline!, 'y');
  const bottom = top + number(outline!, 'height');
  const loops = groups(svgDocument, 'message')
    .filter(({ attribs }) => attribs['data-self'] === 'true')
    .flatMap((message) => elements(message, 'polyline'))
    .map((line) => pointsOf(line).map(([, y]) => y))
    .filter((ys) => Math.min(...ys) > top && Math.min(...ys) < bottom);
  const notes = groups(svgDocument, 'note')
    .map((note) => pointsOf(elements(note, 'polygon')[0]!).map(([, y]) => y))
    .filter((ys) => Math.min(...ys) > top && Math.min(...ys) < bottom + SELF_HEIGHT);
  const lowest = Math.max(bottom - FRAME_PADDING, ...[...loops, ...notes].flat());
  outline!.attribs['height'] = format(lowest + FRAME_PADDING - top);
}

/** Crops the library's margin without cutting off content. */
function crop(svgDocument: SvgDocument): void {
  const [svg] = elements(svgDocument, 'svg');
  const shapes = ['rect', 'line', 'polygon', 'polyline', 'text', 'circle'].flatMap((name) =>
    elements(svg!, name),
  );
  const extents = shapes.filter(({ parent }) => (parent as SvgElement).name !== 'marker').map(extentOf);
  const left = Math.min(...extents.map(([from]) => from)) - MARGIN;
  const right = Math.max(...extents.map(([, to]) => to)) + MARGIN;
  const top = Math.min(...elements(svg!, 'rect').map((rect) => number(rect, 'y'))) - MARGIN;
  const bottom = Math.max(...elements(svg!, 'line').map((line) => number(line, 'y2'))) + MARGIN;
  const size = [right - left, bottom - top].map(format);
  Object.assign(svg!.attribs, {
    viewBox: [format(left), format(top), ...size].join(' '),
    width: size[0],
    height: size[1],
  });
}

/** Returns the left and right end of a shape or a label. */
function extentOf(shape: SvgElement): readonly [number, number] {
  switch (shape.name) {
    case 'rect':
      return [number(shape, 'x'), number(shape, 'x') + number(shape, 'width')];
    case 'line':
      return [
        Math.min(number(shape, 'x1'), number(shape, 'x2')),
        Math.max(number(shape, 'x1'), number(shape, 'x2')),
      ];
    case 'circle':
      return [number(shape, 'cx') - number(shape, 'r'), number(shape, 'cx') + number(shape, 'r')];
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

/** Estimates the width of a label. It errs on the wide side, because system fonts differ. */
function widthOf(label: string, size: number): number {
  return label.length * size * 0.54;
}
