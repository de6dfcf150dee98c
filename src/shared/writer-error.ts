/**
 * An error in a file that a writer edits. The message includes the file and the fix. It has no stack trace, which would
 * add five useless lines below each message.
 */
export class WriterError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'WriterError';
    this.stack = '';
  }
}
