/** Starlight's table of contents beside the text, or its menu on narrow windows. */
type Contents = HTMLElement & { current: HTMLAnchorElement };

/** How readers scroll or choose another entry. */
const INPUTS = ['wheel', 'touchmove', 'pointerdown', 'keydown'];

/**
 * Shows readers where they are: brings the current entry of the sidebar into view on every arrival, and that of the table
 * of contents at every change. Starlight marks the section at the top of the window. The last sections of a page can't
 * reach it, so here they're marked as the page nears its end, and the section that a reader has just chosen stays marked.
 */
export function showCurrentEntries(): void {
  const sidebar = document.querySelector('#starlight__sidebar');
  const showPage = () => reveal(sidebar, sidebar?.querySelector('[aria-current="page"]'));
  showPage();
  // Browsers restore the sidebar's scroll position after a return. On narrow windows, it's a menu that opens later.
  addEventListener('pageshow', showPage);
  sidebar?.addEventListener('toggle', showPage);
  for (const name of ['starlight-toc', 'mobile-starlight-toc'])
    void customElements.whenDefined(name).then(() => {
      const contents = document.querySelector<Contents>(name);
      if (contents) followSections(contents);
    });
}

function followSections(contents: Contents) {
  const list = contents.closest('.right-sidebar');
  const entries = [...contents.querySelectorAll('a')].flatMap((link) => {
    const heading = document.getElementById(decodeURIComponent(link.hash.slice(1)));
    return heading ? { link, heading } : [];
  });
  const linkTo = (hash: string) => entries.find(({ link }) => link.hash === hash)?.link;
  let chosen = linkTo(location.hash);

  const markCurrent = () => {
    const link = chosen ?? lastOf(entries)?.link;
    if (link) contents.current = link;
    reveal(list, contents.querySelector('[aria-current]'));
  };
  for (const input of INPUTS)
    addEventListener(input, () => (chosen = undefined), { capture: true, passive: true });
  contents.addEventListener('click', ({ target }) => {
    chosen = (target as Element).closest('a') ?? undefined;
    markCurrent();
  });
  addEventListener('hashchange', () => {
    chosen = linkTo(location.hash);
    markCurrent();
  });
  addEventListener('scroll', markCurrent, { passive: true });
  new MutationObserver(markCurrent).observe(contents, { attributeFilter: ['aria-current'], subtree: true });
  markCurrent();
}

/**
 * The last section above a line that moves from the top of the window to its bottom while the page scrolls through its last
 * screen. Before that, there is none, and Starlight's mark stays.
 */
function lastOf<Entry extends { heading: Element }>(entries: readonly Entry[]): Entry | undefined {
  const { scrollHeight, clientHeight } = document.documentElement;
  const height = scrollHeight - clientHeight;
  const lastScreen = Math.min(height, clientHeight);
  const remaining = height - scrollY;
  if (remaining >= lastScreen) return undefined;
  const line = clientHeight * Math.max(1 - remaining / lastScreen, 0.2);
  return entries.findLast(
    ({ heading }) => heading.checkVisibility() && heading.getBoundingClientRect().top <= line,
  );
}

/** Scrolls a list to an entry that is out of view, without scrolling the page. */
function reveal(list: Element | null, entry: Element | null | undefined) {
  if (!list || !entry) return;
  const [entryBox, { top, bottom, height }] = [entry.getBoundingClientRect(), list.getBoundingClientRect()];
  // Below an announcement, the sidebar ends below the window.
  if (entryBox.top < top || entryBox.bottom > Math.min(bottom, innerHeight))
    list.scrollTop += entryBox.top - top - height / 2;
}
