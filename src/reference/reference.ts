/** Lets a link to a closed field of an operation open it. */
export function openLinkedFields(): void {
  openLinked();
  addEventListener('hashchange', openLinked);
}

/** Opens everything around the target of the URL's fragment, and scrolls to it. */
function openLinked() {
  // Anchors have no percent-encoded characters.
  const target = document.getElementById(location.hash.slice(1));
  let around = target?.parentElement?.closest('details');
  if (!around) return;
  for (; around; around = around.parentElement?.closest('details')) around.open = true;
  target!.scrollIntoView();
}
