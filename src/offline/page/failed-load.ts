import { isOurs } from '../protocol.ts';
import { button } from '../../shared/browser/button.ts';
import { element } from '../../shared/browser/element.ts';
import { getElement } from '../../shared/browser/get-element.ts';
import { store, stored } from '../../shared/browser/storage.ts';
import { failureReason } from './visited-pages.ts';

const RELOADED = 'reloaded-from';

/**
 * Handles code that failed to load. If the server has a newer deploy than this page, reloads the page once.
 * Otherwise, shows that the subject didn't load, with a Retry button. Retry also reloads the page, because some
 * browsers never request a failed module again: https://github.com/whatwg/html/pull/10327
 */
export async function showFailedLoad(
  error: unknown,
  subject: string,
  insert: (message: HTMLElement) => void,
) {
  if (await isOutdated()) return location.reload();
  console.error(error);
  const text = `${subject} didn't load. ${failureReason((error as Error).message)}`;
  const message = element('div', 'island-alert', element('p', '', text), button('Retry', retry));
  message.role = 'alert';
  insert(message);
}

/**
 * Shows an error if the code failed to load for an island that a reader pressed or came near. The element around the
 * island can name it in `data-subject`.
 */
export function reportFailedIslands(): void {
  document.addEventListener('astro:hydration-error', (event) => {
    event.preventDefault();
    const island = event.target as HTMLElement;
    const { error } = (event as CustomEvent<{ error: unknown }>).detail;
    const subject = island.parentElement?.dataset['subject'] ?? 'This control';
    void showFailedLoad(error, subject, (message) => {
      // The next press retries.
      island.addEventListener('click', () => message.remove(), { once: true });
      island.after(message);
    });
  });
}

/** Reloads the page. First, fetches all scripts again, because WebKit caches failed responses. */
async function retry() {
  const files = performance.getEntriesByType('resource').map(({ name }) => name);
  const scripts = files.filter((url) => url.endsWith('.js'));
  await Promise.allSettled(scripts.map((url) => fetch(url, { cache: 'reload' })));
  location.reload();
}

/** True if the server has a newer script. True only once, because two deploys may take turns during a rollout. */
async function isOutdated(): Promise<boolean> {
  const { src } = getElement<HTMLScriptElement>('script[type=module][src]');
  const script = new URL(src).pathname;
  try {
    const response = await fetch(location.href, { cache: 'no-store' });
    const html = await response.text();
    if (!isOurs(html) || html.includes(script)) return false;
  } catch {
    return false;
  }
  if (stored(RELOADED, sessionStorage) === script) return false;
  store(RELOADED, script, sessionStorage);
  // Without storage, the page could reload forever.
  return stored(RELOADED, sessionStorage) === script;
}
