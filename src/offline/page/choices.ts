import type { Choice, Downloads } from '../protocol/downloads.ts';
import { offline } from '../../config/offline.ts';
import { fromCache } from '../protocol/within.ts';
import { button } from '../../client/support/button.ts';
import { wantsToSaveData } from '../../client/support/data-saving.ts';
import { installWorker } from './install-worker.ts';
import { download, loadDownloads, markOf, remove, SiteChanged, sizeOf, type Mark } from './store.ts';

/* For the page "Keep these docs offline": lists what readers can download, with sizes and progress. */

const readable = {
  size: (bytes: number) => {
    const [amount, unit] = bytes < 1e6 ? [Math.ceil(bytes / 1e3), 'kilobyte'] : [bytes / 1e6, 'megabyte'];
    return new Intl.NumberFormat('en', { style: 'unit', unit, maximumFractionDigits: 1 }).format(amount);
  },
  date: (time: number) => new Intl.DateTimeFormat('en', { dateStyle: 'long' }).format(time),
  pages: (count: number) => `${count} ${count === 1 ? 'page' : 'pages'}`,
};

/** The `<keep-offline>` element. `KeepOffline.astro` renders one row per choice; this fills the rows. */
export class KeepOffline extends HTMLElement {
  connectedCallback() {
    void this.#start();
  }

  async #start() {
    try {
      if (!offline.enabled || !('serviceWorker' in navigator)) throw new Error('There is no service worker.');
      await fromCache(Promise.all([caches.keys(), caches.match(location.href)]));
    } catch {
      this.querySelector<HTMLElement>('.unavailable')!.hidden = false;
      this.querySelector('ul')!.hidden = true;
      return;
    }
    await this.#load();
  }

  async #load() {
    this.#say('Loading the sizes…');
    try {
      const downloads = await loadDownloads();
      this.#say('');
      for (const choice of downloads.choices) {
        const row = this.querySelector<HTMLElement>(`[data-choice="${choice.id}"]`);
        if (row) new Row(row, choice, downloads).keepCurrent();
      }
    } catch (error) {
      this.#say(`The sizes didn't load: ${messageOf(error)} `);
      const retry = button('Retry', () => void this.#load());
      this.querySelector('.problem')!.append(retry);
    }
  }

  #say(text: string) {
    this.querySelector('.problem')!.textContent = text;
  }
}

/** The row of a choice: its state, and buttons for what the reader can do. */
class Row {
  readonly #row: HTMLElement;
  readonly #progress: HTMLProgressElement;
  #choice: Choice;
  #downloads: Downloads;
  /** Whether the row shows a question or an error, which stays until the reader presses a button. */
  #waits = false;

  constructor(row: HTMLElement, choice: Choice, downloads: Downloads) {
    this.#row = row;
    this.#choice = choice;
    this.#downloads = downloads;
    this.#progress = row.querySelector('progress')!;
  }

  get #size(): string {
    return readable.size(sizeOf(this.#choice, this.#downloads));
  }

  /** Shows the state now, and again whenever the reader returns from another tab, which may have changed it. */
  keepCurrent() {
    void this.show();
    document.addEventListener('visibilitychange', () => {
      if (!document.hidden && this.#progress.hidden && !this.#waits) void this.show();
    });
  }

  /** Shows how much of the choice is stored. */
  async show() {
    this.#waits = false;
    const mark = await markOf(this.#choice.id);
    const content = `${readable.pages(this.#choice.pages)}, ${this.#size}`;
    if (!mark) this.#set(`${content}.`, ['Keep offline', this.#ask]);
    else if (mark.completed === undefined) this.#showUnfinished('The download is incomplete.');
    else this.#showKept(mark, mark.completed, content);
  }

  #showKept({ revision }: Mark, completed: number, content: string) {
    const kept = `${content}, kept on ${readable.date(completed)}.`;
    if (revision === this.#choice.revision) this.#set(kept, ['Remove', this.#remove]);
    else this.#set(`${kept} A newer version is available.`, ['Update', this.#ask], ['Remove', this.#remove]);
  }

  #showUnfinished(reason: string) {
    this.#set(`${reason} ${this.#progressText()}`, ['Continue', this.#ask], ['Remove', this.#remove]);
  }

  /** Starts the download. With data saver on, the reader confirms the size first. */
  #ask = () => {
    if (!wantsToSaveData()) return this.#download();
    this.#waits = true;
    this.#set(
      `Your browser is set to save data. This download takes up to ${this.#size}.`,
      [`Download ${this.#size}`, this.#download],
      ['Cancel', () => this.show()],
    );
    return undefined;
  };

  #download = async () => {
    const stop = new AbortController();
    this.#set(`Downloading ${this.#size}…`, ['Stop', () => stop.abort()]);
    this.#progress.max = sizeOf(this.#choice, this.#downloads);
    this.#progress.value = 0;
    this.#progress.hidden = false;
    try {
      await installWorker().catch((error: unknown) => {
        throw new Error("This browser couldn't be set up to show pages offline.", { cause: error });
      });
      await download(this.#choice, this.#downloads, stop.signal, (bytes) => {
        this.#progress.value = bytes;
      });
      await this.show();
    } catch (error) {
      const reason = stop.signal.aborted ? 'Stopped.' : messageOf(error);
      stop.abort();
      if (error instanceof SiteChanged) await this.#refresh();
      if (await markOf(this.#choice.id)) this.#showUnfinished(reason);
      else this.#set(reason, ['Keep offline', this.#ask]);
      this.#waits = true;
    }
    this.#progress.hidden = true;
  };

  /** Reloads the list of files, so that the download can continue with the new version. */
  async #refresh() {
    this.#downloads = await loadDownloads().catch(() => this.#downloads);
    const now = this.#downloads.choices.find(({ id }) => id === this.#choice.id);
    if (now) this.#choice = now;
  }

  #remove = async () => {
    await remove(this.#choice.id);
    this.#progress.value = 0;
    await this.show();
  };

  #progressText(): string {
    const { value } = this.#progress;
    return value === 0 ? '' : `${readable.size(value)} of ${this.#size} stored.`;
  }

  /** Replaces the text and the buttons. If a button had the focus, it moves to the first new button. */
  #set(text: string, ...actions: [label: string, act: () => unknown][]) {
    const buttons = this.#row.querySelector('.buttons')!;
    const hadFocus = buttons.contains(document.activeElement);
    this.#row.querySelector('.state')!.textContent = text.trim();
    buttons.replaceChildren(
      ...actions.map(([label, act]) =>
        button(label, () => {
          // Only after a press. Otherwise screen readers would announce the initial text of all rows.
          this.#row.querySelector('.state')!.role = 'status';
          return act();
        }),
      ),
    );
    if (hadFocus) buttons.querySelector('button')?.focus();
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
