import { offlineEnabled } from '../../config/offline.ts';
import { withBase } from '../../client/support/with-base.ts';
import { cacheNames, FILE_LIST, type FileList } from '../protocol/caches.ts';
import { CONNECTION_FAILED, failureReason } from '../protocol/failure-reason.ts';
import { isHtml, isOurs } from '../protocol/html-response.ts';
import { registerWorker } from './register-worker.ts';

/** How many files to fetch at a time. */
const AT_A_TIME = 20;

const names = cacheNames(import.meta.env.BASE_URL);
const list = withBase(`/${FILE_LIST}`);

const megabytes = new Intl.NumberFormat('en', { style: 'unit', unit: 'megabyte', maximumFractionDigits: 0 });

/** For the page "Keep these docs offline": downloads the whole site, shows the progress, and removes the download. */
export class KeepSite extends HTMLElement {
  readonly #status = this.querySelector('[role="status"]')!;
  readonly #progress = this.querySelector('progress')!;
  readonly #keep = this.querySelector<HTMLButtonElement>('.keep')!;
  readonly #remove = this.querySelector<HTMLButtonElement>('.remove')!;

  connectedCallback() {
    this.#keep.addEventListener('click', () => void this.#download());
    this.#remove.addEventListener('click', () => void this.#delete());
    this.#show().catch(() => {
      const reason = isSecureContext
        ? "This browser can't store pages."
        : "Your browser can't store this site's pages, because the site doesn't use HTTPS.";
      this.#status.textContent = `${reason} You can still use the other ways below.`;
    });
  }

  /** Shows what is stored, or an error instead. */
  async #show(error?: string) {
    if (!offlineEnabled || !navigator.serviceWorker) throw new Error('There is no service worker.');
    const kept = await caches.match(list, { cacheName: names.kept });
    this.#status.textContent =
      error ?? (kept ? `The whole site is on this device${dateOf(kept)}.` : await sizeOfSite());
    this.#keep.textContent = kept ? 'Update' : 'Keep the whole site';
    this.#keep.hidden = false;
    this.#remove.hidden = !(await caches.has(names.kept));
    this.#progress.hidden = true;
  }

  async #download() {
    if (!this.#progress.hidden) return;
    this.#status.textContent = 'Downloading…';
    this.#progress.value = 0;
    this.#progress.hidden = false;
    this.#remove.hidden = true;
    try {
      await registerWorker();
      await downloadSite((share) => (this.#progress.value = share));
      await this.#show();
    } catch (error) {
      await this.#show(`The download failed. ${reasonOf(error as Error)}`);
    }
  }

  async #delete() {
    await caches.delete(names.kept);
    await this.#show();
    this.#keep.focus();
  }
}

/**
 * Stores every file of the site.
 *
 * @param report - Called with the share of the files that are stored, from 0 to 1.
 * @throws Error if the network, the server or the device fails.
 */
async function downloadSite(report: (share: number) => void) {
  const response = await get(list);
  const { files } = (await response.clone().json()) as FileList;
  const cache = await caches.open(names.kept);
  // The list is sorted, and the files of `_astro/` come before the pages that use them.
  for (let stored = 0; stored < files.length; stored += AT_A_TIME) {
    const some = files.slice(stored, stored + AT_A_TIME);
    await Promise.all(some.map(async (path) => cache.put(path, await get(path))));
    report(stored / files.length);
  }
  const current = new Set(files);
  const outdated = (await cache.keys()).filter(({ url }) => !current.has(new URL(url).pathname));
  await Promise.all(outdated.map((each) => cache.delete(each)));
  await cache.put(list, response);
  // The copies of visited pages are older now.
  await caches.delete(names.pages);
}

/** Fetches a file. With `no-cache`, the worker leaves the request to the browser. */
async function get(path: string): Promise<Response> {
  const response = await fetch(path, { cache: 'no-cache' });
  if (!response.ok) throw new Error(`The server responded with ${response.status}.`);
  if (isHtml(response) && !isOurs(await response.clone().text()))
    throw new Error(`The server sent something other than ${path}.`);
  return response;
}

async function sizeOfSite(): Promise<string> {
  const response = await fetch(list).catch(() => undefined);
  if (!response?.ok) return '';
  const { files, bytes } = (await response.json()) as FileList;
  return `${files.length} files, ${megabytes.format(bytes / 1e6)} on this device.`;
}

function dateOf({ headers }: Response): string {
  const date = headers.get('date');
  return date ? `, as of ${new Intl.DateTimeFormat('en', { dateStyle: 'long' }).format(new Date(date))}` : '';
}

function reasonOf({ name, message }: Error): string {
  if (name === 'QuotaExceededError') return 'This device is out of storage space.';
  return name === 'TypeError' ? failureReason(CONNECTION_FAILED) : message;
}
