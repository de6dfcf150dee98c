/**
 * Waits for a promise with a time limit.
 *
 * @throws `reason` if the promise takes longer than `seconds`.
 */
export async function within<T>(seconds: number, promise: Promise<T>, reason: Error): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(reason), seconds * 1_000);
  });
  try {
    return await Promise.race([promise, limit]);
  } finally {
    clearTimeout(timer);
  }
}
