/*
 * Scalar first renders placeholders, and replaces them with operations in any order. A reader who follows a link to an
 * operation would see the content above it grow and shrink, so the page stays invisible from the reference on until the
 * operation has stopped moving. A reader who is at the start of the reference would see a later operation first, so the
 * reference stays invisible until the first operation has rendered.
 */

/** Maximum time to wait for an operation, in milliseconds. */
const TIME_LIMIT = 8_000;

/** Number of frames without movement after which the operation counts as settled. */
const STILL_FRAMES = 10;

/**
 * Sets `data-arriving` on `<html>` while Scalar scrolls to the operation in the URL's fragment. Without such a fragment,
 * sets it on the reference until the first operation has settled.
 *
 * @param operations - All `operationId`s, in the order in which Scalar renders them.
 * @returns A function that stops waiting.
 */
export function hideUntilSettled(reference: HTMLElement, operations: readonly string[]): () => void {
  const fragment = decodedFragment();
  if (fragment === undefined) {
    // Remove the fragment, because Scalar would silently render nothing.
    history.replaceState(history.state, '', location.pathname + location.search);
  }
  const root = document.documentElement;
  const linked = operations.some((id) => fragment?.endsWith(`/${id}`)) ? fragment : undefined;
  const hidden = linked ? root : reference;
  const rendered = `[id$="/${CSS.escape(linked ?? operations[0]!)}"]:not([data-placeholder="true"])`;
  const deadline = performance.now() + TIME_LIMIT;
  let frame = 0;
  let position = '';
  let stillFrames = 0;

  const check = (now: number) => {
    const top = reference.querySelector(rendered)?.getBoundingClientRect().top;
    // Without a link, movement doesn't count, because the reader may be scrolling.
    const next = top === undefined ? '' : linked ? `${top} of ${root.scrollHeight}` : 'rendered';
    stillFrames = next !== '' && next === position ? stillFrames + 1 : 0;
    position = next;
    if (stillFrames < STILL_FRAMES && now < deadline) frame = requestAnimationFrame(check);
    else end();
  };
  const end = () => {
    cancelAnimationFrame(frame);
    hidden.removeAttribute('data-arriving');
  };

  hidden.setAttribute('data-arriving', '');
  frame = requestAnimationFrame(check);
  return end;
}

/** Returns the decoded fragment of the URL; `undefined` if its percent-encoding is malformed. */
function decodedFragment(): string | undefined {
  try {
    return decodeURIComponent(location.hash.slice(1));
  } catch {
    return undefined;
  }
}
