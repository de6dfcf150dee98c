/** The event that an element gets when the reference in it crashed; its `detail` is the error. */
export const SCALAR_CRASHED = 'scalar-crashed';
