import { button } from '../support/button.ts';
import { LoadError } from '../search/preload.ts';
import { reloadOnce, reloadWith, type Intent } from './reload-once.ts';

/** The loader that Astro passes to a client directive. It loads the island's code and resolves to its hydration. */
export type Load = () => Promise<() => Promise<unknown>>;

/** Returns the URLs of an island's component and of its renderer. */
export function codeUrlsOf(island: HTMLElement): string[] {
  return ['component-url', 'renderer-url'].flatMap((name) => island.getAttribute(name) ?? []);
}

/**
 * Runs an island's code, which `preload.ts` has fetched, and hydrates the island.
 *
 * @throws Error with the reason. The island can be hydrated again.
 */
export async function hydrateIsland(load: Load, island: HTMLElement): Promise<void> {
  // Astro reports failures only with this event.
  let failure: Error | undefined;
  const onFailure = ({ detail }: CustomEventInit<{ error: Error }>) => (failure = detail?.error);
  island.addEventListener('astro:hydration-error', onFailure as EventListener);
  try {
    const hydrate = await load();
    if (!failure) await hydrate();
    if (failure) throw failure;
  } finally {
    island.removeEventListener('astro:hydration-error', onFailure as EventListener);
  }
}

/** How to show a failed load. */
export interface FailureView {
  /** What failed to load, as the subject of a sentence. */
  subject: string;
  /** Inserts the message into the page. */
  place: (message: HTMLElement) => void;
  retry: () => void;
  /** Removes the message. Only needed for messages that cover other content. */
  dismiss?: () => void;
  /** What to do again after a reload. */
  intent?: Intent;
}

/**
 * Handles a failed load. Reloads the page if the code is gone after a new deploy; otherwise shows what failed.
 *
 * @returns The message element, or `undefined` if the page reloads.
 */
export function handleFailure(error: unknown, view: FailureView): HTMLElement | undefined {
  const gone = error instanceof LoadError && error.gone;
  if (gone && reloadOnce(error.message, view.intent)) return undefined;
  console.error(error);
  const message = document.createElement('div');
  message.className = 'island-alert';
  message.setAttribute('role', 'alert');
  const text = document.createElement('p');
  const reason = gone ? 'The site has changed since you opened this page. ' : '';
  text.textContent = `${view.subject} didn't load. ${reason}${error instanceof Error ? error.message : String(error)}`;
  message.append(text, button('Retry', gone ? () => reloadWith(view.intent) : view.retry));
  if (view.dismiss) message.append(button('Dismiss', view.dismiss));
  view.place(message);
  return message;
}
