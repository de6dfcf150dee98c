/**
 * Scrolls a link of the top navigation fully into view when it gets the focus. Browsers do this only if no part of the
 * link is visible.
 */
export function showFocusedLinks(): void {
  for (const list of document.querySelectorAll('.top-links'))
    list.addEventListener('focusin', ({ target }) =>
      (target as Element).scrollIntoView({ block: 'nearest', inline: 'nearest' }),
    );
}
