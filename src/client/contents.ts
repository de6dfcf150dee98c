/*
 * Works the two tables of contents of a page: the one beside the text, and the folded one above it.
 *
 * Starlight's script observes every element between two headings, once for each table, which takes a phone a quarter
 * of a second. This one observes the headings alone.
 */

/** Readers are at the last heading above this line: a share of the window's height from the top. */
const READING_LINE = 0.25;

/** In a low window the line is this many pixels from the top, below the header and the folded table. */
const BELOW_HEADER = 160;

/** Marks the link to the heading that readers are at, and closes the folded table like a menu. */
export function followContents(): void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('.contents-list a')];
  const headings = new Map(
    links.flatMap(({ hash }) => {
      const heading = document.getElementById(decodeURIComponent(hash.slice(1)));
      return heading ? [[heading, hash]] : [];
    }),
  );
  const line = Math.min(1, Math.max(READING_LINE, BELOW_HEADER / innerHeight));
  const passed = new Set<Element>();
  const markCurrent = () => {
    const all = [...headings];
    // A heading that was followed stays marked while it is visible: the next one may already be above the line, and
    // at the end of a page no heading reaches the line.
    const isEnd = scrollY + innerHeight + 2 > document.documentElement.scrollHeight;
    const followed = all.find(
      ([heading, hash]) =>
        hash === location.hash && (isEnd || passed.has(heading)) && heading.getBoundingClientRect().top >= 0,
    );
    const [, hash] = followed ?? all.findLast(([heading]) => passed.has(heading)) ?? all[0] ?? [];
    mark(links, hash);
  };
  addEventListener('hashchange', markCurrent);
  const observer = new IntersectionObserver(
    (changes) => {
      for (const { target, isIntersecting } of changes) {
        if (isIntersecting) passed.add(target);
        else passed.delete(target);
      }
      markCurrent();
    },
    // Everything from far above the window down to the line.
    { rootMargin: `999999px 0px -${(1 - line) * 100}%` },
  );
  // The followed heading may leave the window while no heading crosses the line.
  const leaving = new IntersectionObserver(markCurrent);
  for (const heading of headings.keys()) {
    observer.observe(heading);
    leaving.observe(heading);
  }

  const folded = document.querySelector<HTMLDetailsElement>('.folded-contents details');
  if (folded) closeLikeMenu(folded);
}

function mark(links: readonly HTMLAnchorElement[], current: string | undefined) {
  for (const link of links) {
    if (link.hash !== current) {
      link.removeAttribute('aria-current');
      continue;
    }
    link.setAttribute('aria-current', 'true');
    const display = link.closest('details')?.querySelector('.current');
    if (display) display.textContent = link.textContent;
  }
}

/** Closes the element when a link in it is followed, on a click outside of it, and on Escape. */
function closeLikeMenu(details: HTMLDetailsElement) {
  addEventListener('click', ({ target }) => {
    const inside = target instanceof Element && details.contains(target);
    if (!inside || target.closest('a')) details.open = false;
  });
  addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || !details.open) return;
    const hadFocus = details.contains(document.activeElement);
    details.open = false;
    if (hadFocus) details.querySelector('summary')?.focus();
  });
}
