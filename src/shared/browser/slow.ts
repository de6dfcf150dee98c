/** A wait that is shorter than this, in milliseconds, isn't announced. */
export const FEEDBACK_DELAY = 200;

/** Waits for a promise. If that takes longer than {@link FEEDBACK_DELAY}, a live region shows the text meanwhile. */
export async function announceWait<T>(promise: Promise<T>, region: Element | null, text: string): Promise<T> {
  const show = () => {
    if (region) region.textContent = text;
  };
  const delay = setTimeout(show, FEEDBACK_DELAY);
  try {
    return await promise;
  } finally {
    clearTimeout(delay);
    if (region) region.textContent = '';
  }
}
