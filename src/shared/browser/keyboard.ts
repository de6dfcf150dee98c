/**
 * Whether a key belongs to text that the reader composes with an input method. In Safari, the Enter that ends a
 * composition comes after it, with the `keyCode` of all keys that an input method handles. It's deprecated, but nothing
 * else works there: https://bugs.webkit.org/show_bug.cgi?id=165004
 */
export function isComposing(event: { isComposing: boolean; keyCode: number }): boolean {
  return event.isComposing || event.keyCode === 229;
}
