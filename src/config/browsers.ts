/**
 * The oldest supported browsers. Edge has the same versions as Chrome. Newer features need a fallback. The versions are
 * those of `light-dark()`, for the colors of both modes, and in Firefox, of `@property`, for the interactive reference.
 */
const [chrome, firefox, safari] = [123, 128, 17.5];

/** The oldest supported browsers, as text. A test checks that the README and "Keep these docs offline" contain it. */
export const supportedBrowsers = `Chrome ${chrome}, Edge ${chrome}, Firefox ${firefox}, and Safari ${safari}`;

/** Encodes a version for Lightning CSS: one byte each for the major, minor and patch version. */
function encoded(version: number): number {
  const [major = 0, minor = 0] = String(version).split('.').map(Number);
  return (major << 16) | (minor << 8);
}

/** The oldest supported browsers, for Lightning CSS, which adds prefixes and rewrites newer syntax for them. */
export const cssTargets = {
  chrome: encoded(chrome),
  edge: encoded(chrome),
  firefox: encoded(firefox),
  safari: encoded(safari),
  ios_saf: encoded(safari),
};
