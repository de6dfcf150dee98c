const version = (major: number, minor = 0) => (major << 16) | (minor << 8);

/**
 * The oldest browsers that styles are written for: those of 2024 in which colors follow the mode by `light-dark()`.
 * Newer features of styles need what stands in for them; prefixes are set by these versions. Numbers as Lightning CSS
 * has them.
 */
export const oldestBrowsers = {
  chrome: version(123),
  edge: version(123),
  firefox: version(120),
  safari: version(17, 5),
  ios_saf: version(17, 5),
};
