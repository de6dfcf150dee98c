import { computeAccessibleName, getRole } from 'dom-accessibility-api';

/* Runs in the page: WebDriver can't find elements by role. */

/** A regular expression as JSON. */
interface Expression {
  source: string;
  flags: string;
}

/** An element that readers can perceive, by its role and accessible name. */
export interface Target {
  role: string;
  /** The whole name, or a match in it. */
  name?: string | Expression | undefined;
  /** An element around it. */
  within?: Target | undefined;
}

const normalized = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

function fits(element: Element, name: Target['name']): boolean {
  if (name === undefined) return true;
  const actual = normalized(computeAccessibleName(element));
  return typeof name === 'string' ? actual === name : new RegExp(name.source, name.flags).test(actual);
}

/** All elements that fit and that a reader can perceive, in the order of the document. */
export function findAll({ role, name, within }: Target): HTMLElement[] {
  const roots = within ? findAll(within) : [document];
  const elements = new Set(roots.flatMap((root) => [...root.querySelectorAll<HTMLElement>('*')]));
  return [...elements].filter(
    (element) =>
      getRole(element) === role &&
      element.checkVisibility({ visibilityProperty: true }) &&
      fits(element, name) &&
      element.closest('[aria-hidden="true"], [inert]') === null,
  );
}

/** Where a pointer hits an element, which is scrolled into view if need be, or why it doesn't. */
export function pointOf(target: Target): { x: number; y: number } | string {
  const [element] = findAll(target);
  if (!element) return 'nothing fits';
  const point = hitOf(element);
  if (typeof point !== 'string') return point;
  element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
  return hitOf(element);
}

/** The middle of an element's first line. While a view transition runs, the root covers everything. */
function hitOf(element: Element): { x: number; y: number } | string {
  const [box] = element.getClientRects();
  if (!box) return 'it has no box';
  const point = { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) };
  const top = document.elementFromPoint(point.x, point.y);
  if (!top) return 'it is outside the viewport';
  return element.contains(top) ? point : `it is covered by ${top.outerHTML.slice(0, 120)}`;
}
