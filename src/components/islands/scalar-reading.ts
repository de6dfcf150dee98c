/** The line below which an operation counts as being read. A share of the window's height, from the top. */
const READING_LINE = 0.25;

/**
 * Marks the link to the operation being read in the sidebar, as `aria-current="location"`, while the reader scrolls.
 *
 * @param pages - Paths of the operations' pages, by `operationId`.
 * @returns A function that stops it.
 */
export function markOperationBeingRead(
  reference: HTMLElement,
  pages: Readonly<Record<string, string>>,
): () => void {
  const links = new Map<string, HTMLAnchorElement>();
  for (const [id, path] of Object.entries(pages)) {
    const link = document.querySelector<HTMLAnchorElement>(
      `#starlight__sidebar a[href="${CSS.escape(path)}"]`,
    );
    if (link) links.set(id, link);
  }
  const linkOf = (section: Element) => links.get(section.id.split('/').at(-1)!);

  // A line has no height, so it crosses one operation at most.
  const margin = `-${READING_LINE * 100}% 0px -${100 - READING_LINE * 100}% 0px`;
  const reading = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) mark(linkOf(target), isIntersecting);
    },
    { rootMargin: margin },
  );
  // Scalar renders operations as the reader comes near. Observing one twice changes nothing.
  const observe = () => {
    for (const section of reference.querySelectorAll('section[id]'))
      if (linkOf(section)) reading.observe(section);
  };
  const rendering = new MutationObserver(observe);
  rendering.observe(reference, { childList: true, subtree: true });
  observe();
  return () => {
    rendering.disconnect();
    reading.disconnect();
    for (const link of links.values()) mark(link, false);
  };
}

function mark(link: HTMLAnchorElement | undefined, isRead: boolean) {
  if (!link) return;
  if (!isRead) {
    link.removeAttribute('aria-current');
    return;
  }
  link.setAttribute('aria-current', 'location');
  keepInView(link);
}

/** Scrolls the sidebar, and nothing else, so that the link is in its middle if it was out of view. */
function keepInView(link: HTMLElement) {
  const pane = document.getElementById('starlight__sidebar');
  if (!pane) return;
  const [shown, { top, bottom, height }] = [link.getBoundingClientRect(), pane.getBoundingClientRect()];
  if (shown.top < top || shown.bottom > bottom) pane.scrollTop += shown.top - top - height / 2;
}
