/**
 * True if an input method handles a key. In Safari, the Enter that ends a composition comes after it, with the
 * `keyCode` of all keys that input methods handle. `keyCode` is deprecated, but nothing else works there:
 * https://bugs.webkit.org/show_bug.cgi?id=165004
 */
export const isComposing = (event: { isComposing: boolean; keyCode: number }): boolean =>
  event.isComposing || event.keyCode === 229;
