/** The oldest versions that support a feature or the site. */
interface Versions {
  chrome: number;
  firefox: number;
  safari: number;
}

/**
 * Features that pages require, with the first versions that support them. Newer features need a fallback. Edge has the
 * same versions as Chrome.
 */
const required: Readonly<Record<string, Versions>> = {
  'light-dark(), for the colors of both modes': { chrome: 123, firefox: 120, safari: 17.5 },
  'popover, for the menu on phones': { chrome: 116, firefox: 125, safari: 17 },
  ':has(), for the layout': { chrome: 105, firefox: 121, safari: 15.4 },
  '<dialog>, for the search': { chrome: 37, firefox: 98, safari: 15.4 },
  'Promise.withResolvers(), for the search': { chrome: 119, firefox: 121, safari: 17.4 },
  '@media (scripting), for pages without JavaScript': { chrome: 120, firefox: 113, safari: 17 },
  '@property, for the interactive reference': { chrome: 85, firefox: 128, safari: 16.4 },
};

const oldest = (browser: keyof Versions) =>
  Math.max(...Object.values(required).map((versions) => versions[browser]));

const [chrome, firefox, safari] = [oldest('chrome'), oldest('firefox'), oldest('safari')];

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
