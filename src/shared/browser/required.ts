/** The first element that matches. Its absence is a bug in the page's markup, so this throws. */
export function required<Name extends keyof HTMLElementTagNameMap>(
  selector: Name,
  root?: ParentNode,
): HTMLElementTagNameMap[Name];
export function required(selector: string, root?: ParentNode): HTMLElement;
export function required(selector: string, root: ParentNode = document): HTMLElement {
  const element = root.querySelector<HTMLElement>(selector);
  if (!element) throw new Error(`The page has no element ${selector}.`);
  return element;
}
