/*
 * Scalar first renders placeholders, and replaces them with operations as the reader comes near. A reader who follows a
 * link to an operation would see the content above it grow and shrink. So the reference stays invisible until the
 * operation has stopped moving.
 */

/** Maximum time to wait for an operation, in milliseconds. */
const TIME_LIMIT = 8_000;

/** Number of frames without movement after which the operation counts as settled. */
const STILL_FRAMES = 10;

/**
 * Sets `data-arriving` on `<html>` while Scalar scrolls to the operation in the URL's fragment.
 *
 * @param operations - All `operationId`s. Other fragments are ignored.
 * @returns A function that stops waiting; `undefined` if the fragment isn't an operation.
 */
export function hideUntilSettled(
  reference: HTMLElement,
  operations: readonly string[],
): (() => void) | undefined {
  const fragment = decodedFragment();
  if (fragment === undefined) {
    // Remove the fragment, because Scalar would silently render nothing.
    history.replaceState(history.state, '', location.pathname + location.search);
    return undefined;
  }
  if (!operations.some((id) => fragment.endsWith(`/${id}`))) return undefined;

  const root = document.documentElement;
  const rendered = `[id$="/${CSS.escape(fragment)}"]:not([data-placeholder="true"])`;
  const deadline = performance.now() + TIME_LIMIT;
  let frame = 0;
  let position = '';
  let stillFrames = 0;

  const check = (now: number) => {
    const top = reference.querySelector(rendered)?.getBoundingClientRect().top;
    const next = top === undefined ? '' : `${top} of ${root.scrollHeight}`;
    stillFrames = next !== '' && next === position ? stillFrames + 1 : 0;
    position = next;
    if (stillFrames < STILL_FRAMES && now < deadline) frame = requestAnimationFrame(check);
    else end();
  };
  const end = () => {
    cancelAnimationFrame(frame);
    root.removeAttribute('data-arriving');
  };

  root.setAttribute('data-arriving', '');
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
