import { SILENCE_LIMIT } from '../../config/offline.ts';
import searchInterface from './search-interface.ts?chunk-url';
import { isGone } from '../../shared/html-response.ts';
import { button } from '../button.ts';
import { LoadError, preloadFiles, SILENCE } from '../islands/preload.ts';
import { reloadWith, SEARCH } from '../islands/reload-once.ts';
import { within } from '../../shared/within.ts';

type SearchInterface = typeof import('./search-interface.ts');

const FAILED = 'The search could not be loaded:';

/**
 * The `<site-search>` element: the search button with its dialog. `open-search.ts` opens the dialog; this class loads
 * Pagefind's interface, styles and index when it first opens. Until then a field of our own takes what readers type.
 */
class SiteSearch extends HTMLElement {
  #started = false;
  /** Our own field. It is in the page until Pagefind's replaces it, and again after a failure. */
  readonly #field = this.querySelector('input')!;

  connectedCallback() {
    this.#dialog.addEventListener('click', this.#onClick);
    this.querySelector('button')?.addEventListener('click', () => this.#begin());
  }

  get #dialog(): HTMLDialogElement {
    return this.querySelector('dialog')!;
  }

  #begin() {
    if (this.#started) return;
    this.#started = true;
    void this.#load();
  }

  /**
   * Closes the dialog on a click on a result, which may be on this page, and on a click on the backdrop, for browsers
   * without `closedby`. The dialog itself is the target only outside its content.
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
    this.#say('Loading…');
    try {
      if (import.meta.env.DEV) throw new Error('the development server has no index; run `npm start`.');
      await preloadFiles([searchInterface]);
      const loading = import(/* @vite-ignore */ searchInterface) as Promise<SearchInterface>;
      const { mountSearch } = await within(SILENCE_LIMIT, loading, new Error(`${SILENCE}.`));
      const found = await mountSearch(this.#field.parentElement!, (...failure) => this.#fail(...failure));
      this.#say('');
      replaceField(this.#field, found);
    } catch (error) {
      await this.#fail(error);
    }
  }

  /** @param query - What the reader searched for, if the interface was in use. */
  async #fail(error: unknown, query?: string) {
    this.#started = false;
    if (query !== undefined) {
      this.#field.value = query;
      this.querySelector('.interface')!.prepend(this.#field);
      this.#field.focus();
    }
    if (error instanceof LoadError && error.gone && (await isOutdated()))
      this.#say(`${FAILED} the site has changed since this page was loaded.`, 'Reload', this.#reload);
    else {
      const reason = navigator.onLine ? (error as Error).message : 'you are offline.';
      this.#say(`${FAILED} ${reason}`, 'Retry', () => this.#begin());
    }
  }

  /** Reloads the page, which then searches for the same text. */
  #reload = () => reloadWith({ control: SEARCH, clicks: 1, typed: this.#field.value });

  #say(text: string, action = '', act?: () => void) {
    const state = this.querySelector('.state')!;
    state.textContent = text;
    if (act) state.append(' ', button(action, act));
  }
}

/** Puts Pagefind's field in the place of our own, with the reader's text, which is then searched for. */
function replaceField(own: HTMLInputElement, found: HTMLInputElement) {
  found.value = own.value;
  // A closed dialog can take the focus while it fades out.
  if (own.closest('dialog')!.open && !document.activeElement?.matches('.close')) found.focus();
  found.setSelectionRange(own.selectionStart, own.selectionEnd);
  own.remove();
  found.dispatchEvent(new Event('input', { bubbles: true }));
}

/**
 * Whether the server has a newer deploy than the one of this page. A missing part of the index doesn't prove it: during
 * a deploy its parts change one by one.
 */
async function isOutdated(): Promise<boolean> {
  const options = { cache: 'no-store', signal: AbortSignal.timeout(SILENCE_LIMIT * 1_000) } as const;
  try {
    return await isGone(searchInterface, await fetch(searchInterface, options));
  } catch {
    return false;
  }
}

customElements.define('site-search', SiteSearch);
