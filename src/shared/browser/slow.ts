/** The delay before a wait is announced, in milliseconds. Shorter waits aren't announced. */
export const FEEDBACK_DELAY = 200;

/** Waits for a promise. After {@link FEEDBACK_DELAY}, a live region shows the text until it resolves. */
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
