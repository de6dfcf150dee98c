/*
 * Opens the search. Until a reader opens it, this file is all that a page pays: Pagefind's interface, its
 * styles and its index load on the first opening.
 */

const OPEN_KEYS = new Set(['k', 'K']);

/** The search button with its dialog. */
export class SiteSearch extends HTMLElement {
  #loaded: Promise<void> | undefined;

  connectedCallback() {
    this.#dialog.addEventListener('click', this.#closeOnBackdrop);
    this.querySelector('.open')?.addEventListener('click', () => this.open());
    addEventListener('keydown', this.#onKey);
  }

  /** Shows the dialog with the cursor in the search field, and searches at once when there is a query. */
  open(query = '') {
    if (!this.#dialog.open) this.#dialog.showModal();
    this.#loaded ??= this.#load();
    void this.#loaded.then(() => {
      const field = this.querySelector('input');
      field?.focus();
      if (!field || query === '') return;
      field.value = query;
      field.dispatchEvent(new Event('input', { bubbles: true }));
    });
  }

  get #dialog(): HTMLDialogElement {
    return this.querySelector('dialog')!;
  }

  #onKey = (event: KeyboardEvent) => {
    const withCommand = (event.ctrlKey || event.metaKey) && OPEN_KEYS.has(event.key);
    const slash = event.key === '/' && !event.ctrlKey && !event.metaKey && !isTyping(event.target);
    if (!withCommand && !slash) return;
    event.preventDefault();
    if (this.#dialog.open && withCommand) this.#dialog.close();
    else this.open();
  };

  /** For browsers without `closedby`. The dialog itself is the target only outside of its content. */
  #closeOnBackdrop = (event: MouseEvent) => {
    const { left, right, top, bottom } = this.#dialog.getBoundingClientRect();
    const inside =
      event.clientX >= left && event.clientX <= right && event.clientY >= top && event.clientY <= bottom;
    if (event.target === this.#dialog && !inside) this.#dialog.close();
  };

  async #load() {
    this.#say('Loading the search…');
    try {
      if (import.meta.env.DEV) throw new Error('the index is made by the build; run `npm start`');
      const { mountSearch } = await import('./search-interface.ts');
      await mountSearch(this.querySelector('.interface')!);
      this.#say('');
    } catch (error) {
      this.#loaded = undefined;
      this.#sayFailure(error);
    }
  }

  #say(text: string) {
    this.querySelector('.state')!.textContent = text;
  }

  #sayFailure(error: unknown) {
    const reason = error instanceof Error ? error.message : String(error);
    this.#say(`The search could not be loaded: ${reason} `);
    const retry = document.createElement('button');
    retry.type = 'button';
    retry.textContent = 'Retry';
    retry.addEventListener('click', () => this.open());
    this.querySelector('.state')!.append(retry);
  }
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName))
  );
}
