/** The delay before feedback on a wait shows, in milliseconds. Shorter waits have no feedback. */
export const FEEDBACK_DELAY = 200;
