/** Scrolls a link of the sections into view when it takes the focus: browsers do so only where none of it shows. */
export function showFocusedLinks(): void {
  for (const list of document.querySelectorAll('.top-links'))
    list.addEventListener('focusin', ({ target }) =>
      (target as Element).scrollIntoView({ block: 'nearest', inline: 'nearest' }),
    );
}
