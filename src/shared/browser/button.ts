/** A small button with a click handler. */
export function button(label: string, act: () => unknown): HTMLButtonElement {
  const element = Object.assign(document.createElement('button'), {
    type: 'button',
    className: 'small-button',
    textContent: label,
  });
  element.addEventListener('click', () => void act());
  return element;
}
