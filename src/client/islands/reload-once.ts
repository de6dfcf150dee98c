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
  const before = remembered();
  if (before.includes(reason) || !remember([...before, reason])) return false;
  location.reload();
  return true;
}

function remembered(): string[] {
  try {
    const stored = JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as string[];
    return [...stored, ...((history.state as Partial<Record<typeof KEY, string[]>> | null)?.[KEY] ?? [])];
  } catch {
    return [];
  }
}

/** Blocked storage keeps nothing, in silence (`before-paint.js`); the history's state survives a reload too. */
function remember(reasons: readonly string[]): boolean {
  const isKept = () => remembered().length >= reasons.length;
  try {
    sessionStorage.setItem(KEY, JSON.stringify(reasons));
    if (!isKept()) history.replaceState({ ...history.state, [KEY]: reasons }, '');
  } catch {
    return false;
  }
  return isKept();
}
