/** The event that `scalar.ts` dispatches when the reference crashes. Its `detail` is the error. */
export const SCALAR_CRASHED = 'scalar-crashed';
