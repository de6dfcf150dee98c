/**
 * Whether a stylesheet has arrived. Some browsers have an object for one that is loading, and take a page of the wrong
 * type for a stylesheet without rules.
 */
export function hasRules({ sheet }: HTMLLinkElement): boolean {
  try {
    return sheet!.cssRules.length > 0;
  } catch {
    return false;
  }
}
