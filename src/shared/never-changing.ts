/** Whether a file has a hash of its content in its name, so that the file of this name never changes. */
export function neverChanges(path: string): boolean {
  return /\/_astro\/|\/pagefind\/(index|fragment)\//.test(path);
}
