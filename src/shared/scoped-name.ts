/**
 * The name of something that this site stores in the browser: a cache, or a key of local or session storage. It contains
 * the base path, because sites with other base paths on the same origin share that storage.
 *
 * @param base - The base path, with a slash at each end: `/` or `/docs/`.
 */
export function scopedName(base: string, name: string): string {
  return `portal:${base}:${name}`;
}
