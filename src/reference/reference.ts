/*
 * Conveniences on operation pages: a link to a collapsed field opens it, and a button opens all fields.
 */

/** Starts these conveniences on an operation page. */
export function enhanceOperationPage(): void {
  openLinked();
  addEventListener('hashchange', openLinked);
  for (const control of document.querySelectorAll<HTMLButtonElement>('[data-expand]'))
    offerExpanding(control);
}

/** Opens everything around the URL fragment's target and scrolls to it. */
function openLinked() {
  // Anchors have no percent-encoded characters.
  const target = document.getElementById(location.hash.slice(1));
  let around = target?.parentElement?.closest('details');
  if (!around) return;
  for (; around; around = around.parentElement?.closest('details')) around.open = true;
  target!.scrollIntoView();
}

/** Shows a button that toggles all objects of its section. */
function offerExpanding(control: HTMLButtonElement) {
  const all = control.closest('section')!.querySelectorAll('details');
  let expanded = false;
  control.hidden = false;
  control.addEventListener('click', () => {
    expanded = !expanded;
    for (const details of all) details.open = expanded;
    control.textContent = expanded ? 'Collapse all' : 'Expand all';
  });
}
