/*
 * Works the tabs of Starlight, in place of its script, which stands inline in every page with tabs: two listeners
 * serve all tabs of a page. `head/restore-tab.js` shows the remembered tab while the page is read.
 */

/**
 * Key in local storage for the label of the chosen tab, before the `syncKey` of the tabs. The static reference reads
 * it, too (`starlight-rewrites.ts`).
 */
const CHOSEN_TAB = 'starlight-synced-tabs__';

const TABS = 'starlight-tabs';

/** Lets readers choose tabs with pointer and keyboard; tabs of one `syncKey` change together, on all pages. */
export function workTabs(): void {
  const choose = (tab: HTMLElement) => {
    const group = groupOf(tab);
    const { syncKey } = group.dataset;
    const label = labelOf(tab);
    const others = [...document.querySelectorAll<HTMLElement>(TABS)];
    const groups = syncKey ? others.filter(({ dataset }) => dataset.syncKey === syncKey) : [group];
    // Tabs further up may grow or shrink: the chosen one stays where the reader looks.
    const top = group.getBoundingClientRect().top;
    tab.focus();
    for (const each of groups) selectTab(each, label);
    scrollBy({ top: group.getBoundingClientRect().top - top, behavior: 'instant' });
    if (syncKey) remember(syncKey, label);
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
}

function remember(syncKey: string, label: string) {
  try {
    localStorage.setItem(CHOSEN_TAB + syncKey, label);
  } catch {
    // Storage is full: the choice holds for this page.
  }
}

/** The label that the reader chose in tabs of the same `syncKey`, on any page. */
export function chosenTab(group: HTMLElement): string | null {
  const { syncKey } = group.dataset;
  return syncKey ? localStorage.getItem(CHOSEN_TAB + syncKey) : null;
}

/** Shows the panel of a label, where the tabs have one of that name. The n-th tab has the n-th panel. */
export function selectTab(group: Element, label: string) {
  const tabs = tabsOf(group);
  if (!tabs.some((tab) => labelOf(tab) === label)) return;
  const panels = group.querySelectorAll<HTMLElement>(':scope > [role=tabpanel]');
  for (const [index, tab] of tabs.entries()) {
    const chosen = labelOf(tab) === label;
    tab.setAttribute('aria-selected', String(chosen));
    tab.tabIndex = chosen ? 0 : -1;
    panels[index]!.hidden = !chosen;
  }
}

function tabOf({ target }: Event): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>(`${TABS} [role=tab]`) : null;
}

const groupOf = (tab: HTMLElement) => tab.closest<HTMLElement>(TABS)!;
const tabsOf = (group: Element) => [
  ...group.querySelectorAll<HTMLElement>(':scope > .tablist-wrapper [role=tab]'),
];
const labelOf = (tab: HTMLElement) => tab.textContent.trim();
