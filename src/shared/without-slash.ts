/** A path or URL without a slash at its end. */
export const withoutSlash = (path: string): string => (path.endsWith('/') ? path.slice(0, -1) : path);
