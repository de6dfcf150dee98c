/**
 * Returns a storage key for this site: the name itself at the root of an origin, or else the name with the base path,
 * because all sites on an origin share the storage.
 */
function storageKey(name: string): string {
  const base = import.meta.env.BASE_URL;
  return base === '/' ? name : `${base.replace(/\/$/, '')}/${name}`;
}

/** Reads a value that {@link store} has written, or `null`. */
export function stored(name: string, storage: Storage = localStorage): string | null {
  return storage.getItem(storageKey(name));
}

/** Stores a choice for this site. If storage is blocked or full, the choice only applies to this page. */
export function store(name: string, value: string, storage: Storage = localStorage): void {
  try {
    storage.setItem(storageKey(name), value);
  } catch {
    // Nothing else depends on the stored choice.
  }
}
