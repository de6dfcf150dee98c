/**
 * Returns the name under which a browser stores something of this site: the name itself at the root of an origin, and
 * one with the base path elsewhere, because all sites of an origin share the storage.
 *
 * @param base - The path that the site is hosted under, such as `/docs/`.
 */
export function storageKey(name: string, base = import.meta.env.BASE_URL): string {
  return base === '/' ? name : `${base.replace(/\/$/, '')}/${name}`;
}

/** Reads what {@link store} has written; `null` if there is nothing. */
export function stored(name: string, storage: Storage = localStorage): string | null {
  return storage.getItem(storageKey(name));
}

/** Stores a choice for this site. If the storage is blocked or full, the choice applies to this page only. */
export function store(name: string, value: string, storage: Storage = localStorage): void {
  try {
    storage.setItem(storageKey(name), value);
  } catch {
    // Nothing else depends on it.
  }
}
