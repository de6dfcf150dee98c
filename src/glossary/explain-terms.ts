/** Explains terms and assumptions in place, on hover, focus, or tap. A click also explains an assumption. */
export function explainTerms(): void {
  for (const type of ['pointerover', 'focusin', 'click']) addEventListener(type, explain);
}

/** The latest event on a term. The import for an earlier event may finish later. */
let latest: Event | undefined;

async function explain(event: Event): Promise<void> {
  const term =
    event.target instanceof Element && event.target.closest<HTMLAnchorElement>('a.term, a.assumed');
  if (!term) return;
  const from = (event as FocusEvent | PointerEvent).relatedTarget;
  // Once Escape has closed a note that had the focus, the browser moves the focus back to the term.
  if (from instanceof Element && from.closest('#term-note')?.previousElementSibling === term) return;
  const pressed = event.type === 'click';
  // Ignore other touch events, because the finger may be scrolling.
  const touched = (event as PointerEvent).pointerType === 'touch';
  // A mouse click on a term follows its link. A click with a modifier key opens the link in a new tab or window.
  const { ctrlKey, metaKey, shiftKey, altKey } = event as MouseEvent;
  const stays = touched || (term.matches('.assumed') && !ctrlKey && !metaKey && !shiftKey && !altKey);
  if (pressed ? !stays : touched) return;
  if (pressed) event.preventDefault();
  latest = event;
  try {
    const { showNote } = await import('./term-note.ts');
    await showNote(term, pressed, () => event === latest);
  } catch {
    if (pressed) location.href = term.href;
  }
}
