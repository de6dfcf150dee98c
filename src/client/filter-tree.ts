/*
 * Filters a tree of native <details> while the reader types. The tree itself needs no script; the field
 * appears once this element is defined.
 */

/**
 * A search field (`input`), a line for its result (`[role=status]`) and a tree of `li`, whose leaves carry the
 * text to search in `data-text`.
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
    const leaves = [...this.querySelectorAll<HTMLLIElement>('li[data-text]')];
    for (const leaf of leaves) {
      const text = normalise(leaf.dataset['text'] ?? '');
      leaf.hidden = !words.every((word) => text.includes(word));
    }
    for (const group of this.querySelectorAll<HTMLLIElement>('li:not([data-text])')) {
      group.hidden = group.querySelector('li[data-text]:not([hidden])') === null;
    }
    this.#open(words.length > 0);
    const count = leaves.filter(({ hidden }) => !hidden).length;
    this.querySelector('[role=status]')!.textContent = words.length > 0 ? describe(count, leaves.length) : '';
  };

  /** A search opens the whole tree; its end puts back what was open before. */
  #open(searching: boolean) {
    const groups = [...this.querySelectorAll('details')];
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

function describe(count: number, total: number): string {
  if (count === 0) return `None of the ${total} categories matches.`;
  return `${count} of ${total} categories ${count === 1 ? 'matches' : 'match'}.`;
}
