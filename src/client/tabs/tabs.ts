/*
 * Switches the tabs of `src/components/writers/Tabs.astro`, with two listeners for all tabs of a page.
 * `head/restore-choice.ts` has already selected the remembered tab while the page was parsed.
 */

import { store } from '../support/storage.ts';

const GROUP = 'tab-group';

/** Lets readers switch tabs by pointer and keyboard. Tabs with the same `syncKey` switch together. */
export function enableTabs(): void {
  const choose = (tab: HTMLElement) => {
    const group = groupOf(tab);
    const { storageKey } = group.dataset;
    const label = labelOf(tab);
    const all = [...document.querySelectorAll<HTMLElement>(GROUP)];
    const groups = storageKey ? all.filter(({ dataset }) => dataset.storageKey === storageKey) : [group];
    // Panels above may grow or shrink. Adjust the scroll position, so that the chosen tab stays in place.
    const top = group.getBoundingClientRect().top;
    tab.focus();
    for (const each of groups) selectTab(each, label);
    scrollBy({ top: group.getBoundingClientRect().top - top, behavior: 'instant' });
    if (storageKey) store(storageKey, label);
  };

  document.addEventListener('click', (event) => {
    const tab = tabOf(event);
    if (tab) choose(tab);
  });
  document.addEventListener('keydown', (event) => {
    const tab = tabOf(event);
    if (!tab || event.altKey || event.ctrlKey || event.metaKey) return;
    const tabs = tabsOf(groupOf(tab));
    const index = tabs.indexOf(tab);
    const places: Record<string, number> = {
      ArrowLeft: index - 1,
      ArrowRight: index + 1,
      Home: 0,
      End: tabs.length - 1,
    };
    const next = tabs[places[event.key] ?? -1];
    if (!next) return;
    event.preventDefault();
    choose(next);
  });
  for (const panel of document.querySelectorAll(`${GROUP} > [role=tabpanel][hidden]`)) show(panel, false);
  // Find in page has found text in a closed panel. The reader hasn't chosen a tab, so nothing is remembered.
  document.addEventListener('beforematch', ({ target }) => {
    const panel = target instanceof Element && target.closest(`${GROUP} > [role=tabpanel]`);
    if (panel) selectTab(panel.parentElement!, panel.ariaLabel ?? '');
  });
}

/** Shows the panel with this label, if the group has one. The nth tab controls the nth panel. */
export function selectTab(group: Element, label: string): void {
  const tabs = tabsOf(group);
  if (!tabs.some((tab) => labelOf(tab) === label)) return;
  const panels = group.querySelectorAll<HTMLElement>(':scope > [role=tabpanel]');
  for (const [index, tab] of tabs.entries()) {
    const chosen = labelOf(tab) === label;
    tab.setAttribute('aria-selected', String(chosen));
    tab.tabIndex = chosen ? 0 : -1;
    show(panels[index]!, chosen);
  }
}

/** Opens or closes a panel. Find in page also searches closed panels, unless the browser can't open what it finds. */
function show(panel: Element, open: boolean): void {
  if (open) panel.removeAttribute('hidden');
  else panel.setAttribute('hidden', 'until-found');
  // Screen readers would list a panel that is hidden until found, without its content.
  panel.ariaHidden = open ? null : 'true';
}

function tabOf({ target }: Event): HTMLElement | null {
  return target instanceof Element
    ? target.closest<HTMLElement>(`${GROUP} > [role=tablist] > [role=tab]`)
    : null;
}

const groupOf = (tab: HTMLElement) => tab.closest<HTMLElement>(GROUP)!;
const tabsOf = (group: Element) => [
  ...group.querySelectorAll<HTMLElement>(':scope > [role=tablist] > [role=tab]'),
];
const labelOf = (tab: HTMLElement) => tab.textContent.trim();
