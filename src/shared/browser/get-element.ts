/** The first element that matches. Its absence is a bug in the page's markup, so this throws. */
export function getElement<Found extends HTMLElement>(selector: string, root: ParentNode = document): Found {
  const element = root.querySelector<Found>(selector);
  if (!element) throw new Error(`The page has no element ${selector}.`);
  return element;
}
