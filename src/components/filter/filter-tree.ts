/** Groups of leaves. A group is hidden if all its leaves are. */
const GROUP = ':is(li, section):has([data-text])';

/**
 * The `<filter-tree>` element filters lists and trees while the reader types. It contains a search field (`input`), a
 * live region for the match count (`[role=status]`), and nested lists. The filter searches each leaf's text and
 * `data-text`. Groups of leaves are `li` and `section`. `details` elements around matches open. `data-unit` is the
 * plural noun for the leaves, such as `operations`. The lists work without JavaScript; CSS shows the field once this
 * element is defined.
 */
export class FilterTree extends HTMLElement {
  connectedCallback() {
    const field = this.querySelector('input')!;
    const filter = () => this.#filter(field.value);
    field.addEventListener('input', filter);
    // The browser may have restored the field's value after a reload.
    filter();
  }

  #filter(query: string) {
    // Ignore a URL's host, because platform and sandbox have the same paths.
    const words = normalize(query)
      .split(/\s+/)
      .map((word) => word.replace(/^https?:\/\/[^/]+/, ''))
      .filter(Boolean);
    const leaves = [...this.querySelectorAll<HTMLElement>('[data-text]')];
    for (const leaf of leaves) {
      const text = normalize(`${leaf.textContent} ${leaf.dataset['text']}`);
      leaf.hidden = !words.every((word) => text.includes(word));
    }
    for (const group of this.querySelectorAll<HTMLElement>(GROUP))
      group.hidden = group.querySelector('[data-text]:not([hidden])') === null;
    if (words.length > 0)
      for (const group of this.querySelectorAll<HTMLDetailsElement>('details:has([data-text])'))
        group.open = true;
    this.#followInContents();
    const count = leaves.filter(({ hidden }) => !hidden).length;
    const matches = `${count} of ${leaves.length} ${this.dataset['unit']} ${count === 1 ? 'matches' : 'match'}.`;
    this.querySelector('[role=status]')!.textContent = words.length > 0 ? matches : '';
  }

  /** Hides the table of contents' links to hidden sections. */
  #followInContents() {
    const links = ':is(starlight-toc, mobile-starlight-toc) a';
    for (const link of document.querySelectorAll<HTMLAnchorElement>(links)) {
      const target = document.getElementById(decodeURIComponent(link.hash.slice(1)));
      if (target && this.contains(target)) link.parentElement!.hidden = !target.checkVisibility();
    }
  }
}

/** Removes case and accents, so that "cafe" finds "Café". */
function normalize(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
