const CONTENTS = 'nav [href^="#"]';

/** Messages up to this length, such as `TypeError`, fit too many errors to identify an entry. */
const SHORT_MESSAGE = 10;

/** What the filter shows or hides as a whole: a list's item, or a heading with the text below it. */
interface Leaf {
  elements: readonly HTMLElement[];
  text: string;
  /** Messages that are specific enough to be found within a pasted line. */
  messages: readonly string[];
}

/**
 * Filters the leaves of nested lists while the reader types, by their text and `data-text`; without such leaves, the
 * third-level headings with the text below them. Without JavaScript, everything shows. CSS shows the field once this element
 * is defined.
 */
class FilterTree extends HTMLElement {
  connectedCallback() {
    const field = this.querySelector('input');
    const filter = () => this.#filter(field?.value ?? '');
    field?.addEventListener('input', filter);
    // The browser may have restored the field's value after a reload.
    filter();
  }

  #filter(query: string) {
    const typed = normalize(query);
    // If the reader pastes a URL, ignore its host, because platform and sandbox have the same paths.
    const words = typed
      .split(' ')
      .map((word) =>
        word.startsWith('http') && URL.canParse(word) ? word.slice(new URL(word).origin.length) : word,
      );
    const items = this.#listLeaves();
    const leaves = items.length > 0 ? items : this.#headingLeaves();
    const shown = leaves.filter(
      ({ text, messages }) =>
        words.every((word) => text.includes(word)) || messages.some((message) => typed.includes(message)),
    );
    for (const leaf of leaves) for (const element of leaf.elements) element.hidden = !shown.includes(leaf);
    // A heading above entries stays with them.
    for (const heading of this.querySelectorAll<HTMLElement>('.level-h2:has(~ .level-h3)'))
      heading.hidden = !following(heading, '.level-h2').some((below) =>
        below.matches('.level-h3:not([hidden])'),
      );
    for (const group of this.querySelectorAll<HTMLElement>(':is(li, section):has([data-text])'))
      group.hidden = group.querySelector('[data-text]:not([hidden])') === null;
    if (typed)
      for (const group of this.querySelectorAll<HTMLDetailsElement>('details:has([data-text])'))
        group.open = true;
    // Hide links to hidden sections in the table of contents, too.
    for (const link of document.querySelectorAll<HTMLAnchorElement>(CONTENTS)) {
      const target = document.getElementById(decodeURIComponent(link.hash.slice(1)));
      const item = link.parentElement;
      if (item && target && this.contains(target)) item.hidden = !target.checkVisibility();
    }
    const { length: count } = shown;
    const matches = `${count} of ${leaves.length} ${this.dataset['unit']} ${count === 1 ? 'matches' : 'match'}.`;
    this.querySelector('[role=status]')?.replaceChildren(typed ? matches : '');
  }

  #listLeaves(): Leaf[] {
    return [...this.querySelectorAll<HTMLElement>('[data-text]')].map((element) => ({
      elements: [element],
      text: normalize(`${element.textContent} ${element.dataset['text']}`),
      messages: [],
    }));
  }

  #headingLeaves(): Leaf[] {
    return [...this.querySelectorAll<HTMLElement>('.level-h3')].map((heading) => {
      const below = following(heading, '.sl-heading-wrapper');
      const elements = [heading, ...below];
      const codes = below[0]?.querySelectorAll(':scope > code') ?? [];
      return {
        elements,
        text: normalize(elements.map(({ textContent }) => textContent).join(' ')),
        messages: Array.from(codes, ({ textContent }) => normalize(textContent)).filter(
          ({ length }) => length > SHORT_MESSAGE,
        ),
      };
    });
  }
}

customElements.define('filter-tree', FilterTree);

/** The elements after a heading, up to the next one that matches. */
function following(heading: Element, end: string): HTMLElement[] {
  const elements: HTMLElement[] = [];
  for (let next = heading.nextElementSibling; next && !next.matches(end); next = next.nextElementSibling)
    elements.push(next as HTMLElement);
  return elements;
}

/** Removes case, accents, and extra spaces, so that "cafe" finds "Café". */
function normalize(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().split(/\s+/).join(' ').trim();
}
