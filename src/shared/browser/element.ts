/** Creates an element with a class and content. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className = '',
  ...content: (string | Node)[]
): HTMLElementTagNameMap[Name] {
  const result = document.createElement(name);
  result.className = className;
  result.append(...content);
  return result;
}
