/** How long a cache may take, in seconds. A broken one may never respond. */
const CACHE_LIMIT = 2;

/** Waits for a cache with a time limit. */
export function fromCache<T>(promise: Promise<T>): Promise<T> {
  return within(CACHE_LIMIT, promise, new Error('The cache does not respond.'));
}

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
