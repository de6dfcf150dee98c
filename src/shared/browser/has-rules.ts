/**
 * Whether a stylesheet has arrived. In some browsers, `sheet` exists while the file loads, and a response of another
 * type, such as a page, counts as a stylesheet without rules.
 */
export function hasRules({ sheet }: HTMLLinkElement): boolean {
  try {
    return sheet!.cssRules.length > 0;
  } catch {
    return false;
  }
}
