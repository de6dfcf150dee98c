/** Explains a term of the glossary, or why something is assumed, in place, on hover, focus or a tap. The code loads once. */
export function explainTerms(): void {
  const onEvent = async (event: Event) => {
    const term =
      event.target instanceof Element && event.target.closest<HTMLAnchorElement>('a.term, a.assumed');
    const tapped = event.type === 'click';
    // Without a tap, a finger may be scrolling. A click with a mouse opens the link.
    if (!term || tapped !== ((event as PointerEvent).pointerType === 'touch')) return;
    if (tapped) event.preventDefault();
    try {
      const { showNote } = await import('./term-note.ts');
      await showNote(term, tapped);
    } catch {
      if (tapped) location.href = term.href;
    }
  };
  for (const type of ['pointerover', 'focusin', 'click']) addEventListener(type, onEvent);
}
