/* What is done with the parts of an SVG picture. */

import { DomUtils, parseDocument } from 'htmlparser2';

/** A picture that is taken apart. */
export type Drawing = ReturnType<typeof parseDocument>;
/** An element of it. */
export type SvgElement = ReturnType<typeof DomUtils.getElementsByTagName>[number];

/** Moves the places that attributes hold. */
export function moveAttributes(element: SvgElement, move: (x: number) => number, ...names: string[]): void {
  for (const name of names) element.attribs[name] = text(move(number(element, name)));
}

/** The lines of a long label are elements with a place of their own. */
export function placeText(label: SvgElement, x: number): void {
  for (const part of [label, ...elements(label, 'tspan')])
    if ('x' in part.attribs) part.attribs['x'] = text(x);
}

/** The corners of a polygon or polyline. */
export function pointsOf(shape: SvgElement): (readonly [number, number])[] {
  const pairs = (shape.attribs['points'] ?? '').trim().split(' ');
  return pairs.map((pair) => pair.split(',').map(Number) as [number, number]);
}

/** A part of the drawing as SVG again. Entities were left as they are, so nothing is to be escaped. */
export function write(node: Drawing['children'][number]): string {
  if (!('attribs' in node)) return 'data' in node ? node.data : '';
  const attributes = Object.entries(node.attribs).map(([name, value]) => ` ${name}="${value}"`);
  return `<${node.name}${attributes.join('')}>${node.children.map(write).join('')}</${node.name}>`;
}

/** The groups of a class, which tells what the library drew with them. */
export function groups(drawing: Drawing, name: string): SvgElement[] {
  return elements(drawing, 'g').filter(({ attribs }) => attribs['class'] === name);
}

/** All elements of a name, at any depth. */
export function elements(within: Drawing | SvgElement, name: string): SvgElement[] {
  return DomUtils.getElementsByTagName(name, within.children);
}

/** The number in an attribute. */
export function number(element: SvgElement, name: string): number {
  return Number(element.attribs[name]);
}

/** A hundredth of a pixel is finer than any screen. */
export function text(value: number): string {
  return String(Math.round(value * 100) / 100);
}
