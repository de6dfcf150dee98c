/** The name of the search in an {@link Intent}. */
export const SEARCH = 'site-search';

/** What the reader did with a control whose code is gone. It is repeated after the page has reloaded. */
export interface Intent {
  /** The control's name, which is the same in every deploy. */
  control: string;
  clicks: number;
  /** The text in the control's field, if any. */
  typed?: string | undefined;
}

/** The part of `history.state` that this file uses. It survives a reload. */
interface State {
  /** Reasons of earlier reloads. */
  reloadedFor?: string[];
  intent?: Intent | undefined;
}

/** Adds to `history.state`. Returns `false` if the browser refuses: it limits how often a page may do this. */
function remember(change: State): boolean {
  try {
    history.replaceState({ ...history.state, ...change }, '');
    return true;
  } catch {
    return false;
  }
}

/** Reloads the page. {@link takeIntent} returns the intent afterwards. */
export function reloadWith(intent: Intent | undefined): void {
  remember({ intent });
  location.reload();
}

/**
 * Reloads the page at most once for each reason. It remembers all reasons, because during a rollout two servers with
 * different deploys may respond in turn.
 *
 * @param reason - Identifies the deploy, such as a message with the name of a hashed file.
 * @returns Whether the page reloads. `false` if it already did for this reason, or if that can't be remembered.
 */
export function reloadOnce(reason: string, intent: Intent | undefined): boolean {
  const before = (history.state as State | null)?.reloadedFor ?? [];
  if (before.includes(reason) || !remember({ reloadedFor: [...before, reason] })) return false;
  reloadWith(intent);
  return true;
}

/** Returns what the reader did before the page reloaded, once. */
export function takeIntent(): Intent | undefined {
  const intent = (history.state as State | null)?.intent;
  if (intent) remember({ intent: undefined });
  return intent;
}
