/** Key in `history.state` for the reasons of earlier reloads. It survives a reload. */
const KEY = 'reloaded-for';

/**
 * Reloads the page at most once for each reason. It remembers all reasons, because during a rollout two servers with
 * different deploys may respond in turn.
 *
 * @param reason - Identifies the deploy, such as a message with the name of a hashed file.
 * @returns Whether the page reloads. `false` if it already did for this reason, or if that can't be remembered.
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
