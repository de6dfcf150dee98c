import { showFailedLoad } from '../offline/page/failed-load.ts';
import { isComposing } from '../shared/browser/keyboard.ts';

/**
 * Opens the search dialog with its button and Ctrl+K or ⌘K, and loads the search when it first opens. No key without a
 * modifier opens it, because dictated text would set it off: https://www.w3.org/WAI/WCAG22/quickref/#character-key-shortcuts
 */
export function openSearch(): void {
  const search = document.querySelector('site-search');
  // The failure page has no search.
  if (!search) return;
  const button = search.querySelector('button')!;
  const dialog = search.querySelector('dialog')!;
  const field = search.querySelector('input')!;
  const state = search.querySelector('.state')!;
  if (navigator.userAgent.includes('Mac')) button.querySelector('kbd')!.textContent = '⌘K';

  /** Opens a result; `undefined` if the search failed to load. */
  let openResult: Promise<((isNewTab: boolean) => Promise<void>) | undefined> | undefined;
  const load = async () => {
    state.textContent = 'Loading…';
    try {
      return await import('./search-interface.ts').then((module) => module.startSearch(dialog));
    } catch (error) {
      openResult = undefined;
      state.textContent = '';
      await showFailedLoad(error, 'The search', (message) => state.replaceChildren(message));
      return undefined;
    }
  };
  button.addEventListener('click', () => {
    dialog.showModal();
    field.focus();
    openResult ??= load();
  });
  field.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || isComposing(event)) return;
    // Closing the dialog returns the focus. In Firefox, the same key press would then open a focused link.
    event.preventDefault();
    void openResult?.then((open) => open?.(event.ctrlKey || event.metaKey));
  });
  // For browsers without `closedby`. Only a click on the backdrop hits the dialog itself, because content covers it.
  dialog.addEventListener('click', ({ target }) => target === dialog && dialog.close());
  addEventListener('keydown', (event) => {
    // Autofill sends events without a key.
    if (!event.key || isComposing(event)) return;
    // On Windows, AltGr counts as Ctrl and Alt. Ctrl+Shift+K is a browser shortcut.
    const command = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
    // In other alphabets, the K key has a different letter.
    const isK = event.key.toLowerCase() === 'k' || (event.key > '~' && event.code === 'KeyK');
    if (!command || !isK) return;
    event.preventDefault();
    if (dialog.open) dialog.close();
    else button.click();
  });
}
