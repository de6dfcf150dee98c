import Tinypool from 'tinypool';
import type { Code, Piece } from './read-code.ts';

/** Samples of an operation stand in its reference and in guides. */
const known = new Map<string, Promise<Piece[]>>();

/** Started at once: it prepares itself while the build does. */
const thread = new Tinypool({
  filename: new URL('./read-code.ts', import.meta.url).href,
  minThreads: 1,
  maxThreads: 1,
  // The next ones wait within the thread, since the build has little time to hand them over.
  concurrentTasksPerWorker: 32,
});

/**
 * Finds what the parts of code mean. It happens beside the build, which would need a third of its time for it on
 * a large site; on a small one, the rules of each language take longer to load than its code takes to read.
 */
export function read(code: Code): Promise<Piece[]> {
  const key = [code.theme.name, code.language, code.text].join('\n');
  const pieces = known.get(key) ?? (thread.run(code) as Promise<Piece[]>);
  known.set(key, pieces);
  return pieces;
}
