/** A writer's mistake. The message contains the file and the fix, so it needs no stack trace. */
export class WriterError extends Error {
  override name = 'WriterError';
  override stack = '';
}
