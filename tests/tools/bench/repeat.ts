/**
 * Runs a measurement several times, one after the other. A failed run, such as after a browser crash on a busy machine,
 * is reported and ignored.
 *
 * @throws Error of the last run, when none succeeds.
 */
export async function repeat<Result>(runs: number, run: () => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  let failure: unknown;
  for (let count = 0; count < runs; count += 1) {
    try {
      results.push(await run());
    } catch (error) {
      failure = error;
      console.warn(
        `  A run failed: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`,
      );
    }
  }
  if (results.length === 0) throw failure;
  return results;
}
