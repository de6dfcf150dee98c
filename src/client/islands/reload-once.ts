/** Under this name session storage, or else the entry of the browser's history, keeps what was reloaded for. */
const KEY = 'reloaded-for';

/**
 * Reloads the page, once per tab for each reason. Two servers of different deploys may answer in turn, so every
 * reason is remembered and not the last alone.
 *
 * @param reason - Tells the build, such as the name of a file with a hash.
 * @returns Whether the page reloads: not when it did before, nor when that cannot be remembered.
 */
export function reloadOnce(reason: string): boolean {
  try {
    const before = remembered();
    if (before.includes(reason)) return false;
    remember([...before, reason]);
    if (!remembered().includes(reason)) return false;
  } catch {
    return false;
  }
  location.reload();
  return true;
}

function remembered(): string[] {
  const state = (history.state as Partial<Record<typeof KEY, string[]>> | null)?.[KEY] ?? [];
  try {
    return [...state, ...(JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as string[])];
  } catch {
    return state;
  }
}

function remember(reasons: readonly string[]) {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(reasons));
  } catch {
    // Storage is blocked or full. The state of the history survives a reload too.
    history.replaceState({ ...history.state, [KEY]: reasons }, '');
  }
}
