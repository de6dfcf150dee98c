/*
 * Lets the browser's find-in-page search closed tab panels, and opens the tab with a match. Starlight closes panels
 * with a plain `hidden`. Browsers that can't search closed panels ignore the value `until-found`.
 */

/** The `syncKey` of tabs with code in several languages. Guides and both references share the reader's choice. */
export const languageTabs = 'language';

const PANEL = 'starlight-tabs > [role=tabpanel]';

/** Opens the tab in which the browser has found text. */
export function openFoundTabs(): void {
  const makeFindable = () => {
    for (const panel of document.querySelectorAll<HTMLElement>(PANEL)) {
      if (panel.hidden) panel.setAttribute('hidden', 'until-found');
      // Hide closed panels from screen readers, which would announce the panel without its content.
      panel.ariaHidden = panel.hidden ? 'true' : null;
      if (panel.hidden) panel.tabIndex = -1;
      else panel.removeAttribute('tabindex');
    }
  };
  makeFindable();
  for (const type of ['click', 'keydown']) document.addEventListener(type, () => setTimeout(makeFindable));
  document.addEventListener('beforematch', ({ target }) => {
    const panel = target instanceof Element && target.closest(PANEL);
    if (panel) document.getElementById(panel.getAttribute('aria-labelledby') ?? '')?.click();
  });
}
