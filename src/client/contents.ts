/*
 * The two tables of contents of a page: one beside the text, and one folded above it where there is no room.
 * This stands in place of Starlight's script, which looks for every element between two headings, once for each
 * table: a quarter of a second on a phone. Where the headings are is enough.
 */

/** A reader is at the last heading that has passed this part of the window's height, from above … */
const READING_LINE = 0.25;

/** … or, in a low window, as many pixels: links to headings stop below the header and the folded table. */
const BELOW_HEADER = 160;

/** Marks the heading that the reader is at, and lets the folded table close as a menu does. */
export function followContents(): void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('starlight-toc a, mobile-starlight-toc a')];
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
    // What was asked for is where the reader is, as long as it shows: below it the next heading may have passed,
    // and near its end a page brings no heading up to the line.
    const isEnd = scrollY + innerHeight + 2 > document.documentElement.scrollHeight;
    const asked = all.find(
      ([heading, hash]) =>
        hash === location.hash && (isEnd || passed.has(heading)) && heading.getBoundingClientRect().top >= 0,
    );
    const [, hash] = asked ?? all.findLast(([heading]) => passed.has(heading)) ?? all[0] ?? [];
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
    // From far above the window down to the line.
    { rootMargin: `999999px 0px -${(1 - line) * 100}%` },
  );
  // What was asked for may leave the window while no heading comes to the line.
  const leaving = new IntersectionObserver(markCurrent);
  for (const heading of headings.keys()) {
    observer.observe(heading);
    leaving.observe(heading);
  }

  const folded = document.querySelector<HTMLDetailsElement>('mobile-starlight-toc details');
  if (folded) closeLikeMenu(folded);
}

function mark(links: readonly HTMLAnchorElement[], current: string | undefined) {
  for (const link of links) {
    if (link.hash !== current) {
      link.removeAttribute('aria-current');
      continue;
    }
    link.setAttribute('aria-current', 'true');
    const display = link.closest('details')?.querySelector('.display-current');
    if (display) display.textContent = link.textContent;
  }
}

/** Closes an element when a link in it is followed, on a click elsewhere, and on Escape. */
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
