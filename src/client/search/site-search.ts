import { SILENCE_LIMIT } from '../../config/offline.ts';
import searchInterface from './search-interface.ts?chunk-url';
import { isGone } from '../../shared/html-response.ts';
import { button } from '../button.ts';
import { preloadFiles } from '../islands/preload.ts';

type SearchInterface = typeof import('./search-interface.ts');

const FAILED = 'The search could not be loaded:';

/**
 * The `<site-search>` element: the search button with its dialog. `open-search.ts` opens the dialog; this class loads
 * Pagefind's interface, styles and index when it first opens. If `data-query` is set, it searches for that.
 */
class SiteSearch extends HTMLElement {
  #loaded: Promise<void> | undefined;

  connectedCallback() {
    this.#dialog.addEventListener('click', this.#onClick);
    this.querySelector('button')?.addEventListener('click', () => this.#begin());
  }

  get #dialog(): HTMLDialogElement {
    return this.querySelector('dialog')!;
  }

  #begin() {
    this.#loaded ??= this.#load();
    void this.#loaded.then(() => {
      const field = this.querySelector('input');
      field?.focus();
      const { query } = this.dataset;
      if (!field || !query) return;
      delete this.dataset['query'];
      field.value = query;
      field.dispatchEvent(new Event('input', { bubbles: true }));
    });
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
    this.#say('Loading the search…');
    try {
      if (import.meta.env.DEV) throw new Error('the development server has no index; run `npm start`.');
      await preloadFiles([searchInterface]);
      const { mountSearch } = (await import(/* @vite-ignore */ searchInterface)) as SearchInterface;
      await mountSearch(this.querySelector('.interface')!, (...failure) => this.#fail(...failure));
      this.#say('');
    } catch (error) {
      await this.#fail(error);
    }
  }

  async #fail(error: unknown, query?: string) {
    this.#loaded = undefined;
    if (query) this.dataset['query'] = query;
    if (await isOutdated())
      this.#say(`${FAILED} the site has changed since this page was loaded.`, 'Reload', reload);
    else {
      const reason = navigator.onLine ? (error as Error).message : 'you are offline.';
      this.#say(`${FAILED} ${reason}`, 'Retry', () => this.#begin());
    }
  }

  #say(text: string, action = '', act?: () => void) {
    const state = this.querySelector('.state')!;
    state.textContent = text;
    if (act) state.append(' ', button(action, act));
  }
}

const reload = () => location.reload();

/**
 * Whether the server has a newer deploy than the one of this page. A missing part of the index doesn't prove it: some
 * hosts respond with a page to any request that fails.
 */
async function isOutdated(): Promise<boolean> {
  if (import.meta.env.DEV) return false;
  const signal = AbortSignal.timeout(SILENCE_LIMIT * 1000);
  const response = await fetch(searchInterface, { method: 'HEAD', signal }).catch(() => undefined);
  return response !== undefined && isGone(searchInterface, response);
}

customElements.define('site-search', SiteSearch);
