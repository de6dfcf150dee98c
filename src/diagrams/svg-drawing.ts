/* Helpers to read and change the elements of an SVG. */

import { DomUtils, parseDocument } from 'htmlparser2';

/** A parsed SVG. */
export type SvgDocument = ReturnType<typeof parseDocument>;
/** An element of a parsed SVG. */
export type SvgElement = ReturnType<typeof DomUtils.getElementsByTagName>[number];

/** Applies a function to the coordinates in attributes. */
export function moveAttributes(element: SvgElement, move: (x: number) => number, ...names: string[]): void {
  for (const name of names) element.attribs[name] = format(move(number(element, name)));
}

/** Sets the horizontal position of a label. The lines of a long label are elements with their own position. */
export function placeText(label: SvgElement, x: number): void {
  for (const part of [label, ...elements(label, 'tspan')])
    if ('x' in part.attribs) part.attribs['x'] = format(x);
}

/** Returns the corners of a polygon or polyline. */
export function pointsOf(shape: SvgElement): (readonly [number, number])[] {
  const pairs = (shape.attribs['points'] ?? '').trim().split(' ');
  return pairs.map((pair) => pair.split(',').map(Number) as [number, number]);
}

/** Serializes a node. It escapes nothing, because the parser leaves entities undecoded. */
export function serialize(node: SvgDocument['children'][number]): string {
  if (!('attribs' in node)) return 'data' in node ? node.data : '';
  const attributes = Object.entries(node.attribs).map(([name, value]) => ` ${name}="${value}"`);
  return `<${node.name}${attributes.join('')}>${node.children.map(serialize).join('')}</${node.name}>`;
}

/** Returns the groups with a class. The library marks the parts of a diagram with it, such as `message`. */
export function groups(svg: SvgDocument, name: string): SvgElement[] {
  return elements(svg, 'g').filter(({ attribs }) => attribs['class'] === name);
}

/** Returns all elements with a tag name, at any depth. */
export function elements(within: SvgDocument | SvgElement, name: string): SvgElement[] {
  return DomUtils.getElementsByTagName(name, within.children);
}

/** Returns the value of a numeric attribute. */
export function number(element: SvgElement, name: string): number {
  return Number(element.attribs[name]);
}

/** Formats a coordinate, rounded to hundredths of a pixel. */
export function format(value: number): string {
  return String(Math.round(value * 100) / 100);
}
