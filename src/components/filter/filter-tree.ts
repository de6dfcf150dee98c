const CONTENTS = 'nav [href^="#"]';

/**
 * Filters nested lists while the reader types, by the text and the `data-text` of each leaf. The lists work without
 * JavaScript. CSS shows the field once this element is defined.
 */
class FilterTree extends HTMLElement {
  connectedCallback() {
    const field = this.querySelector('input')!;
    const filter = () => this.#filter(field.value);
    field.addEventListener('input', filter);
    // The browser may have restored the field's value after a reload.
    filter();
  }

  #filter(query: string) {
    // If the reader pastes a URL, ignore its host, because platform and sandbox have the same paths.
    const words = normalize(query)
      .split(/\s+/)
      .map((word) => word.replace(/^https?:\/\/[^/]+/, ''))
      .filter(Boolean);
    const leaves = [...this.querySelectorAll<HTMLElement>('[data-text]')];
    for (const leaf of leaves) {
      const text = normalize(`${leaf.textContent} ${leaf.dataset['text']}`);
      leaf.hidden = !words.every((word) => text.includes(word));
    }
    for (const group of this.querySelectorAll<HTMLElement>(':is(li, section):has([data-text])'))
      group.hidden = group.querySelector('[data-text]:not([hidden])') === null;
    if (words.length > 0)
      for (const group of this.querySelectorAll<HTMLDetailsElement>('details:has([data-text])'))
        group.open = true;
    // Hide links to hidden sections in the table of contents, too.
    for (const link of document.querySelectorAll<HTMLAnchorElement>(CONTENTS)) {
      const target = document.getElementById(decodeURIComponent(link.hash.slice(1)));
      if (target && this.contains(target)) link.parentElement!.hidden = !target.checkVisibility();
    }
    const count = leaves.filter(({ hidden }) => !hidden).length;
    const matches = `${count} of ${leaves.length} ${this.dataset['unit']} ${count === 1 ? 'matches' : 'match'}.`;
    this.querySelector('[role=status]')!.textContent = words.length > 0 ? matches : '';
  }
}

customElements.define('filter-tree', FilterTree);

/** Removes case and accents, so that "cafe" finds "Café". */
function normalize(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
