import { button } from '../button.ts';
import { LoadError } from './preload.ts';
import { reloadOnce } from './reload-once.ts';

/** What Astro gives to a client directive: loads the island's code and returns what hydrates it. */
export type Load = () => Promise<() => Promise<unknown>>;

/** Addresses of an island's code, and of what draws it. */
export function codeOf(island: HTMLElement): string[] {
  return ['component-url', 'renderer-url'].flatMap((name) => island.getAttribute(name) ?? []);
}

/**
 * Runs an island's code, which was fetched before (`files.ts`), and hydrates the island.
 *
 * @throws Error with what failed; the same island can be hydrated again.
 */
export async function hydrateIsland(load: Load, island: HTMLElement): Promise<void> {
  // Astro reports what goes wrong from here on by an event, and by nothing else.
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
  /** Puts the message where the reader looks. */
  place: (message: HTMLElement) => void;
  retry: () => void;
  /** Only where the message covers something: the reader gives up. */
  dismiss?: () => void;
}

/**
 * Meets a failed load: reloads the page when the code is gone after a new deploy, else says what failed.
 *
 * @returns The message; nothing when the page reloads.
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
