/** What an input method does with a key. `keyCode` is deprecated, but nothing else works in Safari. */
interface Composed {
  isComposing: boolean;
  keyCode: number;
}

/** The `keyCode` of all keys that an input method handles. */
const HANDLED = 229;

/**
 * Whether a key belongs to text that the reader composes with an input method. In Safari, the Enter that ends a
 * composition comes after it: https://bugs.webkit.org/show_bug.cgi?id=165004
 */
export function isComposing(event: Composed): boolean {
  return event.isComposing || event.keyCode === HANDLED;
}
