import { withBase } from './with-base.ts';

/** Adds the base path to a name, because all sites on an origin share the storage. */
const storageKey = (name: string) => (import.meta.env.BASE_URL === '/' ? name : withBase(`/${name}`));

/** Reads a value that {@link store} has written; `null` if there is none. */
export function stored(name: string, storage: Storage = localStorage): string | null {
  return storage.getItem(storageKey(name));
}

/** Stores a choice for this site. If storage is blocked or full, the choice only applies to this page. */
export function store(name: string, value: string, storage: Storage = localStorage): void {
  try {
    storage.setItem(storageKey(name), value);
  } catch {
    // Ignore the error, because nothing else depends on the stored choice.
  }
}
