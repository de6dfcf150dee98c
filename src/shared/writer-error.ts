/**
 * An error in a file that a writer edits. The message includes the file and the fix. It has no stack trace, because the
 * trace doesn't help writers, and Astro would print five lines of it below each message.
 */
export class WriterError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'WriterError';
    this.stack = '';
  }
}
