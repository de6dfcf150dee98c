/** A writer's mistake. The message contains the file and the fix, so it needs no stack trace. */
export class WriterError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'WriterError';
    this.stack = '';
  }
}
