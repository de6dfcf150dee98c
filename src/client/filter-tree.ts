/*
 * Filters lists and trees while the reader types. They need no script themselves; the field appears once this
 * element is defined.
 */

/** What may hold leaves, and hides when all of them are hidden. */
const GROUP = ':is(li, section):has([data-text])';

/**
 * A search field (`input`), a line for its result (`[role=status]`) and lists in any depth, whose leaves carry
 * the text to search in `data-text`. Groups of leaves are `li` and `section`; `details` around leaves open.
 * `data-unit` is the plural of what is counted.
 */
export class FilterTree extends HTMLElement {
  /** What the reader had opened before the search; `undefined` while there is none. */
  #openBefore: Set<HTMLDetailsElement> | undefined;

  connectedCallback() {
    this.#field.addEventListener('input', this.#filter);
    this.#field.addEventListener('keydown', this.#clearOnEscape);
    // The browser may have kept the text over a reload.
    this.#filter();
  }

  get #field(): HTMLInputElement {
    return this.querySelector('input')!;
  }

  #filter = () => {
    const words = normalise(this.#field.value).split(/\s+/).filter(Boolean);
    const leaves = [...this.querySelectorAll<HTMLElement>('[data-text]')];
    for (const leaf of leaves) {
      const text = normalise(leaf.dataset['text'] ?? '');
      leaf.hidden = !words.every((word) => text.includes(word));
    }
    for (const group of this.querySelectorAll<HTMLElement>(GROUP)) {
      group.hidden = group.querySelector('[data-text]:not([hidden])') === null;
    }
    this.#open(words.length > 0);
    const count = leaves.filter(({ hidden }) => !hidden).length;
    this.querySelector('[role=status]')!.textContent =
      words.length > 0 ? this.#describe(count, leaves.length) : '';
  };

  #describe(count: number, total: number): string {
    const { unit } = this.dataset;
    if (count === 0) return `None of the ${total} ${unit} matches.`;
    return `${count} of ${total} ${unit} ${count === 1 ? 'matches' : 'match'}.`;
  }

  /** A search opens the whole tree; its end puts back what was open before. */
  #open(searching: boolean) {
    const groups = [...this.querySelectorAll<HTMLDetailsElement>('details:has([data-text])')];
    if (searching) this.#openBefore ??= new Set(groups.filter(({ open }) => open));
    else if (!this.#openBefore) return;
    for (const group of groups) group.open = searching || this.#openBefore.has(group);
    if (!searching) this.#openBefore = undefined;
  }

  #clearOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || this.#field.value === '') return;
    event.preventDefault();
    this.#field.value = '';
    this.#filter();
  };
}

/** Text without case and accents, so that a search finds "Café" with "cafe". */
function normalise(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
