/** Whether a file's name holds a hash of its content, so that the file of this name never changes. */
export function neverChanges(path: string): boolean {
  return /\/_astro\/|\/pagefind\/(index|fragment)\//.test(path);
}
