import { SILENCE_LIMIT } from '../../config/offline.ts';
import searchInterface from './search-interface.ts?chunk-url';
import { isGone } from '../../offline/protocol/html-response.ts';
import { button } from '../support/button.ts';
import { LoadError, preloadFiles, SILENCE } from './preload.ts';
import { reloadWith, SEARCH } from '../islands/reload-once.ts';
import { within } from '../../offline/protocol/within.ts';

type SearchInterface = typeof import('./search-interface.ts');

const FAILED = "The search didn't load:";

/**
 * The `<site-search>` element: the search button with its dialog. `open-search.ts` opens the dialog; this class loads the
 * search and its index when it first opens. Until then the field keeps what readers type.
 */
class SiteSearch extends HTMLElement {
  #started = false;
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
      const place = {
        field: this.#field,
        results: this.querySelector<HTMLElement>('.results')!,
        say: this.#say,
      };
      await mountSearch(place, (failure) => void this.#fail(failure));
    } catch (error) {
      await this.#fail(error);
    }
  }

  async #fail(error: unknown) {
    this.#started = false;
    if (error instanceof LoadError && error.gone && (await isOutdated()))
      this.#say(`${FAILED} the site has changed since you opened this page.`, 'Reload', this.#reload);
    else {
      const reason = navigator.onLine ? (error as Error).message : "you're offline.";
      this.#say(`${FAILED} ${reason}`, 'Retry', () => this.#retry());
    }
  }

  #retry() {
    this.#field.focus();
    this.#begin();
  }

  /** Reloads the page, which then searches for the same text. */
  #reload = () => reloadWith({ control: SEARCH, clicks: 1, typed: this.#field.value });

  readonly #say = (text: string, action = '', act?: () => void) => {
    const state = this.querySelector('.state')!;
    state.textContent = text;
    if (act) state.append(' ', button(action, act));
  };
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
