import { element } from './element.ts';

/** A small button with a click handler. */
export function button(label: string, act: () => unknown): HTMLButtonElement {
  const created = element('button', 'small-button', label);
  created.type = 'button';
  created.addEventListener('click', () => void act());
  return created;
}
