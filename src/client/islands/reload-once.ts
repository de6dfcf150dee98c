/** Key in `history.state` for the reasons of earlier reloads. It survives a reload. */
const KEY = 'reloaded-for';

/**
 * Reloads the page, once for each reason. It remembers all reasons, because servers of two deploys may respond in turn.
 *
 * @param reason - Identifies the build, such as the name of a file with a hash.
 * @returns Whether the page reloads. It doesn't if it did before, or if that can't be remembered.
 */
export function reloadOnce(reason: string): boolean {
  const state = history.state as Partial<Record<typeof KEY, string[]>> | null;
  const before = state?.[KEY] ?? [];
  if (before.includes(reason)) return false;
  try {
    history.replaceState({ ...state, [KEY]: [...before, reason] }, '');
  } catch {
    // Browsers limit how often a page may do this.
    return false;
  }
  location.reload();
  return true;
}
