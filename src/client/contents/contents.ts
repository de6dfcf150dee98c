/*
 * Highlights the current heading in both tables of contents: the one beside the text, and the folded one above it.
 *
 * Starlight's own script observes every element between two headings, once for each table. That takes a quarter of a
 * second on a phone. This script reads the positions of the headings, once per frame while the reader scrolls.
 */

/** The current heading is the last one above this line. A share of the window's height, from the top. */
const READING_LINE = 0.25;

/** Minimum distance of the line from the top, in CSS pixels: below the header and the folded table of contents. */
const BELOW_HEADER = 160;

/** Marks the link to the current heading while the reader scrolls, and closes the folded table like a menu. */
export function followContents(): void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('.contents-list a')];
  const headings = links.flatMap(({ hash }) => {
    const heading = document.getElementById(decodeURIComponent(hash.slice(1)));
    return heading ? [{ heading, hash }] : [];
  });
  const markCurrent = () => {
    const line = Math.max(innerHeight * READING_LINE, BELOW_HEADER);
    const isEnd = scrollY + innerHeight + 2 > document.documentElement.scrollHeight;
    // A filter may have hidden some.
    const positions = headings.flatMap(({ heading, hash }) => {
      const { top, height } = heading.getBoundingClientRect();
      return height > 0 ? [{ hash, top }] : [];
    });
    // After a click, the link's heading stays marked while it is visible. The next heading may already be above the
    // line, and at the end of a page no heading reaches the line.
    const followed = positions.find(
      ({ hash, top }) => hash === location.hash && top >= 0 && (isEnd || top <= line),
    );
    const { hash } = followed ?? positions.findLast(({ top }) => top <= line) ?? positions[0] ?? {};
    mark(links, hash);
  };
  let frame = 0;
  const onChange = () => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(markCurrent);
  };
  for (const type of ['scroll', 'resize', 'hashchange']) addEventListener(type, onChange, { passive: true });
  onChange();

  const folded = document.querySelector<HTMLDetailsElement>('.folded-contents details');
  if (folded) closeLikeMenu(folded);
}

function mark(links: readonly HTMLAnchorElement[], current: string | undefined) {
  for (const link of links) {
    if (link.hash !== current) {
      link.removeAttribute('aria-current');
      continue;
    }
    if (link.ariaCurrent === 'true') continue;
    link.setAttribute('aria-current', 'true');
    keepInView(link);
    const display = link.closest('details')?.querySelector('.current');
    if (display) display.textContent = link.textContent;
  }
}

/** Scrolls the table beside the text, and nothing else, so that the link is in its middle if it was out of view. */
function keepInView(link: HTMLElement) {
  const list = link.closest('.page-contents');
  if (!list) return;
  const [shown, { top, bottom, height }] = [link.getBoundingClientRect(), list.getBoundingClientRect()];
  if (shown.top < top || shown.bottom > bottom) list.scrollTop += shown.top - top - height / 2;
}

/** Closes the element when the reader clicks a link in it, clicks outside of it, or presses Escape. */
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
