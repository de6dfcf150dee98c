import { isGone } from '../../shared/html-answer.ts';
import { button } from '../button.ts';

/*
 * Opens the search. Until a reader opens it, this file is all that a page pays: Pagefind's interface, its
 * styles and its index load on the first opening.
 */

/**
 * Address of what draws the search, set by src/integrations/finish-pages. It stays undefined in development, which
 * has no index either.
 */
declare const SEARCH_INTERFACE: string | undefined;

const FAILED = 'The search could not be loaded:';

/** The search button with its dialog. */
export class SiteSearch extends HTMLElement {
  #loaded: Promise<void> | undefined;

  connectedCallback() {
    this.#dialog.addEventListener('click', this.#onClick);
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
    const command = event.ctrlKey || event.metaKey;
    // With Shift, the same key is the browser's own.
    const withCommand = command && !event.shiftKey && event.key.toLowerCase() === 'k';
    const slash = event.key === '/' && !command && !isTyping(event.target);
    if (!withCommand && !slash) return;
    event.preventDefault();
    if (this.#dialog.open && withCommand) this.#dialog.close();
    else this.open();
  };

  /**
   * Closes the dialog when a result is followed, which may be on this page, and on its backdrop, for browsers
   * without `closedby`: the dialog itself is the target only outside of its content.
   */
  #onClick = (event: MouseEvent) => {
    const opensElsewhere = event.ctrlKey || event.metaKey || event.shiftKey;
    const follows = !opensElsewhere && (event.target as Element).closest('a');
    const { left, right, top, bottom } = this.#dialog.getBoundingClientRect();
    const { clientX: x, clientY: y } = event;
    const inside = x >= left && x <= right && y >= top && y <= bottom;
    if (follows || (event.target === this.#dialog && !inside)) this.#dialog.close();
  };

  async #load() {
    this.#say('Loading the search…');
    try {
      if (import.meta.env.DEV) throw new Error('the index is made by the build; run `npm start`');
      // Some browsers never ask again for a module that failed once: it comes into their cache first.
      await (await fetch(SEARCH_INTERFACE!)).text();
      const { mountSearch } = await import('./search-interface.ts');
      await mountSearch(this.querySelector('.interface')!, (...failure) => this.#fail(...failure));
      this.#say('');
    } catch (error) {
      await this.#fail(error);
    }
  }

  async #fail(error: unknown, query?: string) {
    this.#loaded = undefined;
    if (await isOutdated())
      this.#say(`${FAILED} the site has changed since this page was loaded.`, 'Reload', reload);
    else {
      const reason = navigator.onLine ? (error as Error).message : 'you are offline.';
      this.#say(`${FAILED} ${reason}`, 'Retry', () => this.open(query));
    }
  }

  #say(text: string, action = '', act?: () => void) {
    const state = this.querySelector('.state')!;
    state.textContent = text;
    if (act) state.append(' ', button(action, act));
  }
}

const reload = () => location.reload();

/** Whether the server has another deploy than the one that the page is of; a failed import does not tell. */
async function isOutdated(): Promise<boolean> {
  if (typeof SEARCH_INTERFACE === 'undefined') return false;
  const answer = await fetch(SEARCH_INTERFACE, { method: 'HEAD' }).catch(() => undefined);
  return answer !== undefined && isGone(SEARCH_INTERFACE, answer);
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName))
  );
}
