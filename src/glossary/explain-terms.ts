/** Explains a term or an assumption in place: on hover, focus, or a tap, and an assumption also on a click. */
export function explainTerms(): void {
  for (const type of ['pointerover', 'focusin', 'click']) addEventListener(type, explain);
}

async function explain(event: Event): Promise<void> {
  const term =
    event.target instanceof Element && event.target.closest<HTMLAnchorElement>('a.term, a.assumed');
  if (!term) return;
  const pressed = event.type === 'click';
  // Ignore other touch events, because the finger may be scrolling.
  const touched = (event as PointerEvent).pointerType === 'touch';
  // A click with a mouse opens a term's page, and a click with a modifier key opens it elsewhere.
  const { ctrlKey, metaKey, shiftKey, altKey } = event as MouseEvent;
  const stays = touched || (term.matches('.assumed') && !ctrlKey && !metaKey && !shiftKey && !altKey);
  if (pressed ? !stays : touched) return;
  if (pressed) event.preventDefault();
  try {
    const { showNote } = await import('./term-note.ts');
    await showNote(term, pressed);
  } catch {
    if (pressed) location.href = term.href;
  }
}
