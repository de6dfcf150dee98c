/** Whether a file never changes, because its name contains a hash of its content. */
export function neverChanges(path: string): boolean {
  return /\/_astro\/|\/pagefind\/(index|fragment)\//.test(path);
}
