import { showFailedLoad } from '../support/failed-load.ts';

/** Opens the search dialog with its button and its keyboard shortcuts, and loads the search when it first opens. */
export function openSearch(): void {
  const search = document.querySelector('site-search');
  const button = search?.querySelector('button');
  const dialog = search?.querySelector('dialog');
  const field = dialog?.querySelector('input');
  const state = dialog?.querySelector('.state');
  if (!button || !dialog || !field || !state) return;

  let loading: Promise<void> | undefined;
  const load = async () => {
    state.textContent = 'Loading…';
    try {
      const { startSearch } = await import('./search-interface.ts');
      await startSearch(dialog);
    } catch (error) {
      loading = undefined;
      state.textContent = '';
      await showFailedLoad(error, 'The search', (message) => state.replaceChildren(message));
    }
  };
  button.addEventListener('click', () => {
    dialog.showModal();
    field.focus();
    loading ??= load();
  });
  addEventListener('keydown', (event) => {
    const command = event.ctrlKey || event.metaKey;
    // Ctrl+Shift+K is a browser shortcut.
    const withCommand = command && !event.shiftKey && event.key.toLowerCase() === 'k';
    const slash = event.key === '/' && !command && !isTyping(event.target);
    if (!withCommand && !slash) return;
    event.preventDefault();
    if (!dialog.open) button.click();
    else if (withCommand) dialog.close();
  });
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName))
  );
}
