/*
 * Scalar draws in steps: places of a fixed height first, operations as the reader comes near. Who follows a
 * link to an operation would see all that stands above it grow and shrink; the page shows itself when the
 * operation has come to rest.
 */

/** Longest time, in milliseconds, to wait for an operation. */
const TIME_LIMIT = 8_000;

/** After so many frames without movement the operation rests. */
const FRAMES_AT_REST = 10;

/**
 * Marks `<html>` with `data-arriving` while Scalar brings the operation in the page's address into view.
 *
 * @param operations - Their `operationId`s; other fragments are none of Scalar's business.
 * @returns Ends the wait, if there is one.
 */
export function awaitArrival(
  reference: HTMLElement,
  operations: readonly string[],
): (() => void) | undefined {
  const fragment = decodedFragment();
  if (fragment === undefined) {
    // Scalar draws nothing at such an address, and says nothing.
    history.replaceState(history.state, '', location.pathname + location.search);
    return undefined;
  }
  if (!operations.some((id) => fragment.endsWith(`/${id}`))) return undefined;

  const root = document.documentElement;
  const drawn = `[id$="/${CSS.escape(fragment)}"]:not([data-placeholder="true"])`;
  const deadline = performance.now() + TIME_LIMIT;
  let frame = 0;
  let place = '';
  let framesAtRest = 0;

  const look = (now: number) => {
    const top = reference.querySelector(drawn)?.getBoundingClientRect().top;
    const next = top === undefined ? '' : `${top} of ${root.scrollHeight}`;
    framesAtRest = next !== '' && next === place ? framesAtRest + 1 : 0;
    place = next;
    if (framesAtRest < FRAMES_AT_REST && now < deadline) frame = requestAnimationFrame(look);
    else end();
  };
  const end = () => {
    cancelAnimationFrame(frame);
    root.removeAttribute('data-arriving');
  };

  root.setAttribute('data-arriving', '');
  frame = requestAnimationFrame(look);
  return end;
}

/** The fragment of the page's address; undefined where it holds a percent sign that begins no character. */
function decodedFragment(): string | undefined {
  try {
    return decodeURIComponent(location.hash.slice(1));
  } catch {
    return undefined;
  }
}
