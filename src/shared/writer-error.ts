/**
 * An error whose message names the file and the fix. It has no stack: where our code noticed the mistake doesn't help
 * the person who has to fix it, and Astro would print five lines of it below each message.
 */
export class WriterError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'WriterError';
    this.stack = '';
  }
}
