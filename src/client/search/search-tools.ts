import { sections, type Section } from '../../config/sections.ts';

/** A choice of the section to search, and what the keys do. */
export interface SearchTools {
  place: HTMLElement;
  /** The label of the chosen section; `undefined` for all. */
  section: () => Section['label'] | undefined;
}

/** @param changed - Called when the reader chooses another section. */
export function searchTools(changed: () => void): SearchTools {
  const choice = document.createElement('select');
  choice.ariaLabel = 'Section';
  choice.add(new Option('All sections', ''));
  for (const { label } of sections) choice.add(new Option(label));
  choice.addEventListener('change', changed);
  const hints = document.createElement('span');
  hints.className = 'hints';
  hints.ariaHidden = 'true';
  for (const [key, what] of [
    ['↑↓', 'move'],
    ['↵', 'open'],
    ['Esc', 'close'],
  ] as const) {
    const cap = Object.assign(document.createElement('kbd'), { textContent: key });
    hints.append(cap, ` ${what} `);
  }
  const place = document.createElement('div');
  place.className = 'tools';
  place.append(choice, hints);
  return { place, section: () => sections.find(({ label }) => label === choice.value)?.label };
}
