import { button } from '../button.ts';
import { LoadError } from './preload.ts';
import { reloadOnce } from './reload-once.ts';

/** Astro passes this to a client directive: it loads the island's code and returns a function that hydrates it. */
export type Load = () => Promise<() => Promise<unknown>>;

/** URLs of an island's code and of its renderer. */
export function codeOf(island: HTMLElement): string[] {
  return ['component-url', 'renderer-url'].flatMap((name) => island.getAttribute(name) ?? []);
}

/**
 * Runs an island's code, which `preload.ts` has fetched, and hydrates the island.
 *
 * @throws Error with the reason. The island can be hydrated again.
 */
export async function hydrateIsland(load: Load, island: HTMLElement): Promise<void> {
  // Astro reports failures by this event alone.
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

export interface FailureView {
  /** What did not load, as the subject of a sentence. */
  subject: string;
  /** Inserts the message where the reader looks. */
  place: (message: HTMLElement) => void;
  retry: () => void;
  /** Gives up. Only for messages that cover something. */
  dismiss?: () => void;
}

/**
 * Handles a failed load: reloads the page if the code is gone after a new deploy, else shows what failed.
 *
 * @returns The message, or nothing if the page reloads.
 */
export function meetFailure(error: unknown, view: FailureView): HTMLElement | undefined {
  const gone = error instanceof LoadError && error.gone;
  if (gone && reloadOnce(error.message)) return undefined;
  console.error(error);
  const message = document.createElement('div');
  message.className = 'island-alert';
  message.setAttribute('role', 'alert');
  const text = document.createElement('p');
  const reason = gone ? 'The site has changed since this page was loaded. ' : '';
  text.textContent = `${view.subject} did not load. ${reason}${error instanceof Error ? error.message : String(error)}`;
  message.append(text, button('Retry', gone ? () => location.reload() : view.retry));
  if (view.dismiss) message.append(button('Dismiss', view.dismiss));
  view.place(message);
  return message;
}
