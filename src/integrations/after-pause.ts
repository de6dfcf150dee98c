/**
 * Runs a task once calls have paused for 150 ms: an editor or `git checkout` may write many files, or one file twice.
 * A run starts only when the one before has finished.
 *
 * @param task - Handles its own errors.
 */
export function afterPause(task: () => Promise<void>): () => void {
  let timer: NodeJS.Timeout | undefined;
  let last = Promise.resolve();
  return () => {
    clearTimeout(timer);
    timer = setTimeout(() => (last = last.then(task)), 150);
  };
}
