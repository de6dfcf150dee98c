/*
 * Filters lists and trees while the reader types. The lists work without JavaScript. CSS shows the search field once
 * this element is defined.
 */

/** Groups of leaves. A group is hidden when all its leaves are. */
const GROUP = ':is(li, section):has([data-text])';

/**
 * The `<filter-tree>` element. It contains a search field (`input`), a live region for the number of matches
 * (`[role=status]`) and nested lists. The filter searches the text of each leaf and its `data-text`. Groups of leaves are
 * `li` and `section`; `details` elements around matches open. `data-unit` is the plural noun for the leaves, such as
 * `operations`.
 */
export class FilterTree extends HTMLElement {
  /** The groups that were open before the search; `undefined` while no search is active. */
  #openBefore: Set<HTMLDetailsElement> | undefined;

  connectedCallback() {
    this.#field.addEventListener('input', this.#filter);
    this.#field.addEventListener('keydown', this.#clearOnEscape);
    // The browser may have restored the field's value after a reload.
    this.#filter();
  }

  get #field(): HTMLInputElement {
    return this.querySelector('input')!;
  }

  #filter = () => {
    // Without the host of a URL: the paths are the same on the platform and in the sandbox.
    const words = normalize(this.#field.value)
      .split(/\s+/)
      .map((word) => word.replace(/^https?:\/\/[^/]+/, ''))
      .filter(Boolean);
    const leaves = [...this.querySelectorAll<HTMLElement>('[data-text]')];
    for (const leaf of leaves) {
      const text = normalize(`${leaf.textContent} ${leaf.dataset['text']}`);
      leaf.hidden = !words.every((word) => text.includes(word));
    }
    for (const group of this.querySelectorAll<HTMLElement>(GROUP)) {
      group.hidden = group.querySelector('[data-text]:not([hidden])') === null;
    }
    this.#open(words.length > 0);
    this.#followInContents();
    const count = leaves.filter(({ hidden }) => !hidden).length;
    this.querySelector('[role=status]')!.textContent =
      words.length > 0 ? this.#describe(count, leaves.length) : '';
  };

  /** The contents of the page list no section that is hidden. */
  #followInContents() {
    for (const link of document.querySelectorAll<HTMLAnchorElement>(
      ':is(starlight-toc, mobile-starlight-toc) a',
    )) {
      const target = document.getElementById(decodeURIComponent(link.hash.slice(1)));
      if (target && this.contains(target)) link.parentElement!.hidden = !target.checkVisibility();
    }
  }

  #describe(count: number, total: number): string {
    const { unit } = this.dataset;
    if (count === 0) return `None of the ${total} ${unit} matches.`;
    return `${count} of ${total} ${unit} ${count === 1 ? 'matches' : 'match'}.`;
  }

  /** Opens the whole tree during a search and restores it afterwards. */
  #open(searching: boolean) {
    const groups = [...this.querySelectorAll<HTMLDetailsElement>('details:has([data-text])')];
    if (searching) this.#openBefore ??= new Set(groups.filter(({ open }) => open));
    else if (!this.#openBefore) return;
    for (const group of groups) group.open = searching || this.#openBefore.has(group);
    if (!searching) this.#openBefore = undefined;
  }

  #clearOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.isComposing || this.#field.value === '') return;
    event.preventDefault();
    this.#field.value = '';
    this.#filter();
  };
}

/** Removes case and accents, so that "cafe" finds "Café". */
function normalize(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
