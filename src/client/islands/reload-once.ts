/** Under this name the entry of the browser's history keeps what its page was reloaded for. It outlives a reload. */
const KEY = 'reloaded-for';

/**
 * Reloads the page, once for each reason. Two servers of different deploys may answer in turn, so every reason is
 * remembered and not the last alone.
 *
 * @param reason - Tells the build, such as the name of a file with a hash.
 * @returns Whether the page reloads: not when it did before, nor when that cannot be remembered.
 */
export function reloadOnce(reason: string): boolean {
  const state = history.state as Partial<Record<typeof KEY, string[]>> | null;
  const before = state?.[KEY] ?? [];
  if (before.includes(reason)) return false;
  try {
    history.replaceState({ ...state, [KEY]: [...before, reason] }, '');
  } catch {
    // Browsers refuse it to a page that asks too often.
    return false;
  }
  location.reload();
  return true;
}
