/** Opens the search dialog with its button and its keyboard shortcuts. `site-search.ts` loads the search into it. */
export function openSearch(): void {
  const search = document.querySelector('site-search');
  const button = search?.querySelector('button');
  const dialog = search?.querySelector('dialog');
  const field = dialog?.querySelector('input');
  if (!button || !dialog || !field) return;
  button.addEventListener('click', () => {
    // A click before the search was loaded is repeated afterwards.
    if (dialog.open) return;
    dialog.showModal();
    field.focus();
  });
  // Once the search has loaded, it opens the first result for this query.
  field.addEventListener('keydown', ({ key }) => {
    if (key === 'Enter') field.dataset['entered'] = field.value;
  });
  addEventListener('keydown', (event) => {
    const command = event.ctrlKey || event.metaKey;
    // Ctrl+Shift+K is a browser shortcut.
    const withCommand = command && !event.shiftKey && event.key.toLowerCase() === 'k';
    const slash = event.key === '/' && !command && !isTyping(event.target);
    if (!withCommand && !slash) return;
    event.preventDefault();
    if (dialog.open && withCommand) dialog.close();
    else button.click();
  });
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName))
  );
}
